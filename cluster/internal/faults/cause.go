//go:build linux

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// cause lets a fault happen and waits for its end.
func (r *run) cause(f fault) error {
	node := r.nodes[f.node]
	switch f.kind {
	case killNode:
		return crash(f.hold, node)
	case killServer:
		return crash(f.hold, r.host(f.node))
	case killBoth:
		return crash(f.hold, node, r.host(f.node))
	case killAll:
		return crash(f.hold, append([]*process{r.host(f.node)}, r.nodes...)...)
	case stopNode:
		pause(f.hold, node)
	case stopServer:
		pause(f.hold, r.host(f.node))
	case partition:
		if err := r.net.cut(f.node); err != nil {
			return err
		}
		time.Sleep(f.hold)
		return r.net.mend(f.node)
	case leave:
		err := node.leave()
		return errors.Join(err, node.start())
	case submitTwice:
		return r.resubmit(f.hold)
	case fullDisk:
		return r.full(f.hold)
	case replace:
		return r.replace(f.hold)
	}
	return nil
}

// crash kills some processes at once, and starts them again after a while.
func crash(hold time.Duration, ps ...*process) error {
	for _, p := range ps {
		p.signal(syscall.SIGKILL)
	}
	for _, p := range ps {
		<-p.ended
	}
	time.Sleep(hold)
	var err error
	seen := make(map[*process]bool)
	for _, p := range ps {
		if !seen[p] {
			err = errors.Join(err, p.start())
		}
		seen[p] = true
	}
	return err
}

func pause(hold time.Duration, p *process) {
	p.signal(syscall.SIGSTOP)
	time.Sleep(hold)
	p.signal(syscall.SIGCONT)
}

// resubmit kills the submitter; another one submits the same job.
func (r *run) resubmit(hold time.Duration) error {
	if exists(r.submitter.out() + ".done") {
		return nil
	}
	r.submitter.kill()
	r.again()
	time.Sleep(hold)
	return r.submitter.start()
}

// full fills the disk of the server for a while. A NATS server that runs out of space shuts its
// storage until it is started again: its operator does that when there is room. A node that hosts
// the server does so by itself.
func (r *run) full(hold time.Duration) error {
	if err := r.disk.fill(); err != nil {
		return err
	}
	time.Sleep(hold)
	for _, s := range r.servers {
		s.kill()
	}
	if err := r.disk.free(); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return r.serve()
}

// serve starts the servers again.
func (r *run) serve() (err error) {
	for _, s := range r.servers {
		err = errors.Join(err, s.start())
	}
	return err
}

// replace starts the server with an empty store. Results that were read before are of the old one, also
// all of them if the submitter has just ended: then another submits the job.
func (r *run) replace(hold time.Duration) error {
	r.servers[0].kill()
	stored, _ := filepath.Glob(filepath.Join(r.dir, "store", "*")) // the directory itself may be a disk
	for _, name := range stored {
		if err := os.RemoveAll(name); err != nil {
			return err
		}
	}
	time.Sleep(hold)
	r.since = r.restarts
	if exists(r.submitter.out() + ".done") {
		r.since++
		r.submitter.kill()
		r.again()
	}
	if err := r.serve(); err != nil || r.submitter.alive() {
		return err
	}
	return r.submitter.start()
}

// again gives the submitter another file for its results.
func (r *run) again() {
	r.restarts++
	r.submitter.args[len(r.submitter.args)-1] = filepath.Join(r.dir, "results-"+strconv.Itoa(r.restarts))
}
