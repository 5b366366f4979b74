package each

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/place"
	"github.com/skua-go/skua/cmd/internal/jobserver"
	"github.com/skua-go/skua/cmd/internal/nodes"
	proc "github.com/skua-go/skua/cmd/internal/process"
)

// hosts are the flags that say where commands run, and how many at a time.
type hosts struct {
	jobs  string
	ssh   sshHosts
	place place.Place // of a cluster

	jobserver string          // what the flag says
	pool      *jobserver.Pool // in which the commands of this machine take part, or nil
	here      bool            // commands run on this machine too
}

func (h *hosts) bind(f *pflag.FlagSet) {
	f.StringVarP(&h.jobs, "jobs", "j", "100%", "run `N` commands at a time, N% of the cores, or +N or -N cores; 0 is as many as possible; on each host")
	h.bindJobserver(f)
	h.ssh.bind(f)
	h.place.HostFlags(f, "run the commands")
}

// open opens the hosts, and says how many slots they have together. With dry no other host is
// disturbed.
func (h *hosts) open(cmd *cobra.Command, dry bool) (hosts []batch.Host, slots int, err error) {
	n, err := h.valid(cmd.Flags())
	fixed := cmd.Flags().Changed("jobs")
	if err != nil {
		return nil, 0, exit.With(exit.Usage, err)
	}
	switch {
	case !dry && h.place.Join != "":
		var host batch.Host
		host, err = h.place.Host(cmd, "each", nodes.Commands)
		hosts = []batch.Host{host}
	case !dry && h.ssh.on != "":
		hosts, err = h.reach(cmd.Context(), n, fixed, cmd.ErrOrStderr())
	case dry:
		hosts = []batch.Host{proc.NewHost(n, "")}
	default:
		hosts, err = h.local(n, fixed, cmd.ErrOrStderr())
	}
	if err != nil {
		return nil, 0, exit.With(exit.NotStarted, err)
	}
	for _, h := range hosts {
		slots += h.Slots()
	}
	return hosts, max(1, slots), nil
}

// local returns this machine as a host that runs n commands at a time, or as many as it has files
// for: one that did not get them would fail. With fixed the user has said n.
func (h *hosts) local(n int, fixed bool, messages io.Writer) (hosts []batch.Host, err error) {
	h.here = true
	if most := max(1, (openFiles()-ownFiles)/filesOfCommand); n > most {
		fmt.Fprintf(messages, "skua: each: %d commands at a time, not %d: that is what the limit of open files allows (ulimit -n)\n", most, n)
		n = most
	}
	if n, err = h.share(n, fixed, messages); err != nil {
		return nil, err
	}
	return []batch.Host{proc.NewHost(n, "")}, nil
}

const (
	// filesOfCommand is how many files are open for a command: two for what it prints, and two on
	// disk if that is much. GNU parallel counts as many.
	filesOfCommand = 4

	// ownFiles are those that are open besides: the standard streams, the joblog, files of inputs,
	// what Go's runtime needs, and the pipe that starts a command. It is arbitrary: about ten are.
	ownFiles = 16
)

// valid returns the number of jobs on this machine, or what is wrong with the flags.
func (h *hosts) valid(f *pflag.FlagSet) (jobs int, err error) {
	if jobs, err = parseJobs(h.jobs); err != nil {
		return 0, err
	}
	if h.place.Join != "" && f.Changed("jobs") {
		return 0, errors.New("-j is for this machine and hosts of --on: how many commands a node of --cluster runs at a time, its skua worker --slots says")
	}
	if h.place.Join != "" && h.ssh.on != "" {
		return 0, errors.New("--on and --cluster do not go together: want one of them")
	}
	return jobs, errors.Join(h.ssh.valid(f.Changed("on")), h.validJobserver(), h.place.ValidHost())
}

// check returns an error if a program cannot start on this machine, where commands run. An
// empty name is one that is not known; other machines say themselves what they lack.
func (h *hosts) check(program string) error {
	if program == "" || !h.here {
		return nil
	}
	return proc.Check(program, "")
}

// closeHosts closes all at the same time: some may have much to tidy up.
func closeHosts(hosts []batch.Host) error {
	errs := make([]error, len(hosts))
	var all sync.WaitGroup
	for i, h := range hosts {
		all.Go(func() { errs[i] = h.Close() })
	}
	all.Wait()
	return errors.Join(errs...)
}
