package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/nodes"
	proc "github.com/skua-go/skua/cmd/internal/process"
)

// eachHosts are the flags that say where commands run, and how many at a time.
type eachHosts struct {
	jobs  string
	place place // of a cluster
}

func (h *eachHosts) bind(f *pflag.FlagSet) {
	f.StringVarP(&h.jobs, "jobs", "j", "100%", "run `N` commands at a time, N% of the cores, or +N or -N cores; 0 is as many as possible")
	h.place.hostFlags(f, "run the commands")
}

// open opens the hosts, and says how many slots they have together.
func (h *eachHosts) open(cmd *cobra.Command) (hosts []batch.Host, slots int, err error) {
	if err := h.valid(cmd.Flags()); err != nil {
		return nil, 0, &exitError{exitUsage, err}
	}
	if h.place.join != "" {
		host, err := h.place.host(cmd, "each", nodes.Commands)
		if err != nil {
			return nil, 0, &exitError{exitNotStarted, err}
		}
		return []batch.Host{host}, max(1, host.Slots()), nil
	}
	n, err := parseJobs(h.jobs)
	if err != nil {
		return nil, 0, &exitError{exitUsage, err}
	}
	return []batch.Host{proc.NewHost(n, "")}, n, nil
}

// valid returns what is wrong with the flags.
func (h *eachHosts) valid(f *pflag.FlagSet) error {
	if h.place.join != "" && f.Changed("jobs") {
		return errors.New("-j is for this machine: how many commands the nodes of --cluster run at a time, skua worker --slots says")
	}
	return h.place.validHost()
}

// check returns an error if a program cannot start on any host. An empty name is one that is
// not known; what nodes of a cluster may start they say themselves.
func (h *eachHosts) check(program string) error {
	if program == "" || h.place.join != "" {
		return nil
	}
	return proc.Check(program, "")
}

func closeHosts(hosts []batch.Host) (err error) {
	for _, h := range hosts {
		err = errors.Join(err, h.Close())
	}
	return err
}
