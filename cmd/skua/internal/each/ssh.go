package each

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/text"
	"github.com/skua-go/skua/cmd/internal/files"
	"github.com/skua-go/skua/cmd/internal/remote"
)

// sshHosts are the flags of hosts that are reached by ssh.
type sshHosts struct {
	on     string
	ssh    string
	skua   string
	shared bool

	specs []remote.Spec
}

func (s *sshHosts) bind(f *pflag.FlagSet) {
	f.StringVar(&s.on, "on", "", "run commands on these `HOSTS` by ssh: a,me@b,c/4 with 4 at a time, and : for this machine")
	f.StringVar(&s.ssh, "ssh", "ssh", "`COMMAND` that reaches a host, as \"ssh -F config\"")
	f.StringVar(&s.skua, "remote-skua", "", "`PATH` of skua on the hosts; without it this program is copied there")
	f.BoolVar(&s.shared, "shared", false, "the hosts see the same files under the same names: send none")
}

// valid reads the flags. An empty --on, as of a variable that is not set, names no hosts.
func (s *sshHosts) valid(given bool) (err error) {
	if given && s.on == "" {
		return errors.New("--on is empty: want hosts with commas between them, as :,a,me@b")
	}
	if s.on == "" {
		if s.shared || s.skua != "" || s.ssh != "ssh" {
			return errors.New("--ssh, --shared and --remote-skua need --on HOSTS")
		}
		return nil
	}
	if strings.TrimSpace(s.ssh) == "" {
		return errors.New("--ssh: want a command")
	}
	if s.specs, err = remote.ParseHosts(s.on); err != nil {
		return fmt.Errorf("--on: %w", err)
	}
	return nil
}

// reach opens the hosts of --on. One that cannot be reached is reported; that is an error only
// if it was the last. This machine, if it is among them, runs n commands at a time.
func (h *hosts) reach(ctx context.Context, n int, fixed bool, messages io.Writer) (hosts []batch.Host, err error) {
	var far []remote.Spec
	for _, s := range h.ssh.specs {
		if s.Name != remote.Local {
			far = append(far, s)
			continue
		}
		if s.Slots > 0 {
			n, fixed = s.Slots, true
		}
		if hosts, err = h.local(n, fixed, messages); err != nil {
			return nil, err
		}
	}
	if len(far) == 0 {
		return hosts, nil
	}
	found, failed, err := h.dial(ctx, far, messages)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		hosts = append(hosts, f)
	}
	if len(hosts) == 0 {
		return nil, errors.Join(failed...)
	}
	for _, f := range failed {
		fmt.Fprintf(messages, "skua: each: %s\n", text.Visible(f.Error()))
	}
	return hosts, nil
}

// dial connects with all of specs, and returns those that can be reached.
func (h *hosts) dial(ctx context.Context, specs []remote.Spec, messages io.Writer) (found []*remote.Host, failed []error, err error) {
	var mu sync.Mutex
	c := remote.Config{
		SSH: strings.Fields(h.ssh.ssh), Skua: h.ssh.skua, Shared: h.ssh.shared,
		Slots: func(cpus int) int {
			n, _ := parseJobsOf(h.jobs, cpus) // it was parsed before
			return n
		},
		Log: func(host, line string) {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintf(messages, "skua: each: host %s: %s\n", text.Visible(host), text.Visible(line))
		},
	}
	if c.Planner, err = files.NewPlanner(""); err != nil {
		return nil, nil, err
	}
	if h.ssh.skua == "" {
		if c.Binary, err = remote.NewBinary(""); err != nil {
			return nil, nil, err
		}
	}
	found, failed = remote.DialAll(ctx, specs, c)
	return found, failed, nil
}
