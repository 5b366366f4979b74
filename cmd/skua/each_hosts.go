package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/files"
	proc "github.com/skua-go/skua/cmd/internal/process"
	"github.com/skua-go/skua/cmd/internal/remote"
)

// eachHosts are the flags that say where commands run, and how many at a time.
type eachHosts struct {
	jobs   string
	on     string
	ssh    string
	skua   string
	shared bool

	here bool // commands run on this machine too
}

func (h *eachHosts) bind(f *pflag.FlagSet) {
	f.StringVarP(&h.jobs, "jobs", "j", "100%", "run `N` commands at a time, N% of the cores, or +N or -N cores; 0 is as many as possible; on each host")
	f.StringVar(&h.on, "on", "", "run commands on these `HOSTS` by ssh: a,me@b,c/4 with 4 at a time, and : for this machine")
	f.StringVar(&h.ssh, "ssh", "ssh", "`COMMAND` that reaches a host, as \"ssh -F config\"")
	f.StringVar(&h.skua, "remote-skua", "", "`PATH` of skua on the hosts; without it this program is copied there")
	f.BoolVar(&h.shared, "shared", false, "the hosts see the same files under the same names: send none")
}

// open opens the hosts, and says how many slots they have together. A host that cannot be
// reached is told of; that is an error only if it was the last.
func (h *eachHosts) open(ctx context.Context, messages io.Writer, dry bool) (hosts []batch.Host, slots int, err error) {
	n, err := parseJobs(h.jobs)
	if err != nil {
		return nil, 0, &exitError{exitUsage, err}
	}
	specs, err := h.specs()
	if err != nil {
		return nil, 0, &exitError{exitUsage, err}
	}
	if dry { // nobody is disturbed
		return []batch.Host{proc.NewHost(n, "")}, n, nil
	}
	var far []remote.Spec
	for _, s := range specs {
		if s.Name != remote.Local {
			far = append(far, s)
			continue
		}
		if s.Slots > 0 {
			n = s.Slots
		}
		h.here = true
		hosts = append(hosts, proc.NewHost(n, ""))
	}
	failed := []error(nil)
	if len(far) > 0 {
		hosts, failed, err = h.dial(ctx, hosts, far, messages)
	}
	if err == nil && len(hosts) == 0 {
		err = errors.Join(failed...)
	} else {
		for _, f := range failed {
			fmt.Fprintf(messages, "skua: each: %s\n", visible(f.Error()))
		}
	}
	if err != nil {
		return nil, 0, &exitError{exitNotStarted, err}
	}
	for _, h := range hosts {
		slots += h.Slots()
	}
	return hosts, slots, nil
}

// specs reads the flags.
func (h *eachHosts) specs() ([]remote.Spec, error) {
	if h.on == "" {
		if h.shared || h.skua != "" || h.ssh != "ssh" {
			return nil, errors.New("--ssh, --shared and --remote-skua need --on HOSTS")
		}
		return []remote.Spec{{Name: remote.Local}}, nil
	}
	if strings.TrimSpace(h.ssh) == "" {
		return nil, errors.New("--ssh: want a command")
	}
	specs, err := remote.ParseHosts(h.on)
	if err != nil {
		return nil, fmt.Errorf("--on: %w", err)
	}
	return specs, nil
}

// dial adds the hosts that can be reached.
func (h *eachHosts) dial(ctx context.Context, hosts []batch.Host, specs []remote.Spec, messages io.Writer) ([]batch.Host, []error, error) {
	var mu sync.Mutex
	c := remote.Config{
		SSH: strings.Fields(h.ssh), Skua: h.skua, Shared: h.shared,
		Slots: func(cpus int) int {
			n, _ := parseJobsOf(h.jobs, cpus) // it was parsed before
			return n
		},
		Log: func(host, line string) {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintf(messages, "skua: each: host %s: %s\n", visible(host), visible(line))
		},
	}
	var err error
	if c.Planner, err = files.NewPlanner(""); err != nil {
		return nil, nil, err
	}
	if h.skua == "" {
		if c.Binary, err = remote.NewBinary(""); err != nil {
			return nil, nil, err
		}
	}
	found, failed := remote.DialAll(ctx, specs, c)
	for _, f := range found {
		hosts = append(hosts, f)
	}
	return hosts, failed, nil
}

// check returns an error if a program cannot start on this machine, where commands run. An
// empty name is one that is not known.
func (h *eachHosts) check(program string) error {
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
