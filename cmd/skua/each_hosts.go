package main

import (
	"context"
	"errors"

	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/batch"
	proc "github.com/skua-go/skua/cmd/internal/process"
)

// eachHosts are the flags that say where commands run, and how many at a time.
type eachHosts struct {
	jobs string
}

func (h *eachHosts) bind(f *pflag.FlagSet) {
	f.StringVarP(&h.jobs, "jobs", "j", "100%", "run `N` commands at a time, N% of the cores, or +N or -N cores; 0 is as many as possible")
}

// open opens the hosts, and says how many slots they have together.
func (h *eachHosts) open(context.Context) (hosts []batch.Host, slots int, err error) {
	n, err := parseJobs(h.jobs)
	if err != nil {
		return nil, 0, &exitError{exitUsage, err}
	}
	return []batch.Host{proc.NewHost(n, "")}, n, nil
}

// check returns an error if a program cannot start on any host. An empty name is one that is
// not known.
func (h *eachHosts) check(program string) error {
	if program == "" {
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
