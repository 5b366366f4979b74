package cluster

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cluster/internal/server"
)

// Config says how to join a cluster. Its zero value suits most programs.
type Config struct {
	// Name of the node in lists and messages. It is unique in the cluster: Join returns
	// ErrNameTaken if a live node has it. Default: the host's name, the process's
	// number and a random end.
	Name string

	// Handlers by name. Default: those registered by Handle.
	Handlers map[string]Handler

	// Slots is how many tasks the node runs at once. A task may use more of the
	// Pool than one worker. Default: the pool's size.
	Slots int

	// Pool runs the tasks. Default: skua.Default().
	Pool *skua.Pool

	// Policy says how many tasks the node takes ahead and how idle nodes get
	// them. The zero value suits most programs.
	Policy Policy

	// Near makes the process share a mapping with the other processes of this
	// machine that name the same directory and have handlers of the same
	// names, for jobs with JobSpec.Near. It takes some 40 MB of memory, until the last
	// of them closes. Linux on amd64 and arm64 only.
	Near bool

	// Lease is how long the task of a dead node waits before another node gets it. All
	// nodes use the Lease of the first program in the cluster; one that wants another says so in its Log.
	// Default: 30 s; at least 300 ms.
	Lease time.Duration

	// MaxPayload is the largest payload and result, in bytes, at most 256 MiB. One that is larger than
	// InlinePayload is stored as an object beside the queue. Default: 64 MiB.
	MaxPayload int

	// Creds is a file with NATS credentials; CA, Cert and Key are PEM files for
	// TLS. A server that is not on this machine needs TLS and credentials.
	Creds, CA, Cert, Key string

	// Replicas is how many servers of an external NATS cluster store each task and result: 1, 3 or
	// 5. The first program of the cluster says it. Default: 3 if there are as many, else 1.
	Replicas int

	// MaxStore is how many bytes the waiting tasks may take. A Submit that
	// finds no room waits. Default: what the server has.
	MaxStore int64

	// Guest, if not nil, makes the node give way to the owner of its machine.
	Guest *Guest

	// Existing makes Open return ErrNoCluster where no cluster was founded: for programs that only look.
	Existing bool

	host     string        // a test's, instead of the operating system's
	patience time.Duration // a test's, instead of yieldFor

	// Log gets lines for an operator: what the node notices and cannot return, and what goes wrong in the
	// server while this process hosts it. Default: none.
	Log io.Writer
}

// InlinePayload is the largest payload, in bytes, that travels with its task;
// larger ones are stored as objects and fetched when the task runs.
const InlinePayload = 256 << 10

// Of these the first is the server's own default (AckWait); the others are arbitrary.
//
// NOT: a lease of 5 s. A request waits in the server for half of a lease at most, so an idle node
// with ten queues asks six times as often, and takes 0.38 % of a processor instead of 0.18 %.
const (
	defaultLease      = 30 * time.Second
	minLease          = 300 * time.Millisecond
	defaultMaxPayload = 64 << 20
	mostPayload       = 256 << 20 // of 600 MB the server refuses parts
	maxSlots          = 4096
)

// complete returns c with its defaults, or what is wrong with it.
func (c Config) complete() (Config, error) {
	var wrong []error
	refuse := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Errorf("cluster: Config."+format, args...))
		}
	}
	if c.Name == "" {
		c.Name = defaultName()
	}
	if err := checkToken("Config.Name", c.Name); err != nil {
		wrong = append(wrong, err)
	}
	if c.Handlers == nil {
		c.Handlers = registered()
	}
	for name, h := range c.Handlers {
		if err := checkToken("handler name", name); err != nil {
			wrong = append(wrong, err)
		}
		refuse(h == nil, "Handlers[%q] is nil", name)
	}
	setDefault(&c.MaxPayload, defaultMaxPayload)
	refuse(c.Slots < 0 || c.Slots > maxSlots, "Slots is %d: want 1 to %d, or 0 for the pool's size", c.Slots, maxSlots)
	refuse(c.Lease != 0 && c.Lease < minLease, "Lease is %v: want at least %v", c.Lease, minLease)
	refuse(c.MaxPayload < 0 || c.MaxPayload > mostPayload, "MaxPayload is %d: want 1 to %d bytes; larger ones are files, see Job.Store", c.MaxPayload, mostPayload)
	refuse(c.MaxStore < 0, "MaxStore is %d: want a number of bytes", c.MaxStore)
	refuse(!slices.Contains([]int{0, 1, 3, 5}, c.Replicas), "Replicas is %d: want 1, 3 or 5, or 0 for what the servers suggest", c.Replicas)
	if err := c.Policy.check(); err != nil {
		wrong = append(wrong, err)
	}
	if c.Guest != nil {
		g, err := c.Guest.complete()
		if err != nil {
			wrong = append(wrong, err)
		}
		c.Guest = &g
	}
	return c, errors.Join(wrong...)
}

func setDefault[T comparable](p *T, value T) {
	var zero T
	if *p == zero {
		*p = value
	}
}

// defaultName is unique in the cluster and says where the node is.
func defaultName() string {
	host, err := os.Hostname()
	if err != nil {
		host = runtime.GOOS
	}
	random := newID() // only its end differs within a process
	return fmt.Sprintf("%s-%d-%s", hostToken(host), os.Getpid(), random[len(random)-8:])
}

// options are the options of the connection.
func (c Config) options() server.Options {
	return server.Options{Name: c.Name, Creds: c.Creds, CA: c.CA, Cert: c.Cert, Key: c.Key, Existing: c.Existing, Log: c.Log}
}
