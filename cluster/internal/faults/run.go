//go:build linux

package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// errCannot says that the machine cannot do what a schedule needs.
var errCannot = errors.New("cannot be tried here")

// A run is one schedule on a cluster of its own.
type run struct {
	schedule
	dir       string
	effects   effects
	net       network
	disk      disk
	servers   []*process // none if the nodes share a directory
	nodes     []*process
	submitter *process
	args      []string // of every role
	restarts  int      // of the submitter
	since     int      // the first of its files that is of the store of today
}

// execute runs a schedule and judges it.
func execute(s schedule) (v verdict, took time.Duration, err error) {
	dir, err := os.MkdirTemp("", "skua-faults-")
	if err != nil {
		return v, 0, err
	}
	if *keep {
		fmt.Println("  logs:", dir)
	} else {
		defer os.RemoveAll(dir)
	}
	r := &run{schedule: s, dir: dir, effects: effects{filepath.Join(dir, "effects")}}
	defer r.remove()
	if err := r.build(); err != nil {
		return v, 0, err
	}
	begun := time.Now()
	for _, p := range r.processes() {
		if err := p.start(); err != nil {
			return v, 0, err
		}
	}
	deadline := begun.Add(*patience)
	for _, f := range s.faults {
		if err := r.await(deadline, func() bool { return r.effects.begun() >= f.at || exists(r.submitter.out()+".done") }); err != nil {
			break // the end reports it
		}
		if exists(r.submitter.out() + ".done") {
			fmt.Printf("  the job ended before: %v\n", f)
		}
		if err := r.cause(f); err != nil {
			return v, 0, fmt.Errorf("%v: %w", f, err)
		}
	}
	ended := r.await(deadline, func() bool { return exists(r.submitter.out()+".done") || !r.submitter.alive() })
	if ended == nil && !exists(r.submitter.out()+".done") {
		ended = errors.New("the submitter has ended without the results")
	}
	took = time.Since(begun)
	second, stored := r.readAgain(deadline)
	v = judge(*tasks, r.effects, r.submitter.out(), second, stored)
	for i := r.since; i < r.restarts; i++ {
		v.agree(filepath.Join(r.dir, "results-"+strconv.Itoa(i)), r.submitter.out())
	}
	if ended != nil {
		v.problem("%v", ended)
	}
	r.end(&v)
	if !v.good() {
		for _, p := range r.processes() {
			v.problems = append(v.problems, p.tail())
		}
	}
	return v, took, nil
}

// end lets the nodes leave, all at once, and adds what they have counted.
func (r *run) end(v *verdict) {
	for _, p := range r.processes() {
		if p != r.submitter && !p.alive() {
			v.problem("%s has ended by itself", p.role)
		}
	}
	var leaving sync.WaitGroup
	errs := make([]error, len(r.nodes))
	for i, p := range r.nodes {
		leaving.Go(func() { errs[i] = p.leave() })
	}
	leaving.Wait()
	for i, p := range r.nodes {
		if errs[i] != nil {
			v.problem("%v", errs[i])
		}
		b, _ := os.ReadFile(p.log)
		if _, line, ok := strings.Cut(string(b), "counted "); ok {
			var stolen, fenced int
			_, _ = fmt.Sscan(line, &stolen, &fenced)
			v.stolen, v.fenced = v.stolen+stolen, v.fenced+fenced
		}
	}
}

func (p *process) out() string { return p.args[len(p.args)-1] }

func exists(name string) bool { _, err := os.Stat(name); return err == nil }

// await polls cond until deadline.
func (r *run) await(deadline time.Time, cond func() bool) error {
	for !cond() {
		if interrupted.Err() != nil {
			return errors.New("interrupted")
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("not done after %v", *patience)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return nil
}

// processes are all, the servers first.
func (r *run) processes() []*process { return append(slices.Concat(r.servers, r.nodes), r.submitter) }

// build makes what the processes need, and starts none.
func (r *run) build() (err error) {
	store := filepath.Join(r.dir, "store")
	if r.has(fullDisk) {
		if r.disk, err = newDisk(store); err != nil {
			return fmt.Errorf("%w: needs tmpfs: %w", errCannot, err)
		}
	}
	r.args = []string{"-lease", lease.String(), "-work", work.String(), "-effects", r.effects.path}
	var hub string
	spaces := make([]string, nodes)
	switch r.where {
	case "shared":
		r.args = append(r.args, "-where", store)
	case "server":
		port, err := freePort()
		if err != nil {
			return err
		}
		r.servers = []*process{r.process("server", "", "-store", store, "-addr", "127.0.0.1:"+port)}
		r.args = append(r.args, "-where", "nats://127.0.0.1:"+port)
	case "three":
		var urls, routes []string
		for range 3 {
			client, err := freePort()
			if err != nil {
				return err
			}
			route, err := freePort()
			if err != nil {
				return err
			}
			urls, routes = append(urls, "127.0.0.1:"+client), append(routes, "nats://127.0.0.1:"+route)
		}
		for i, url := range urls {
			p := r.process("server", "", "-store", store+strconv.Itoa(i), "-addr", url, "-routes", strings.Join(append(routes[i:], routes[:i]...), ","))
			p.log += strconv.Itoa(i)
			r.servers = append(r.servers, p)
		}
		r.args = append(r.args, "-where", "nats://"+strings.Join(urls, ","))
	case "network":
		if r.net, err = newNetwork(); err != nil {
			return fmt.Errorf("%w: needs network namespaces: %w", errCannot, err)
		}
		hub = r.net.hub()
		for i := range spaces {
			spaces[i] = r.net.space(i)
		}
		cert, key, err := certify(r.dir)
		if err != nil {
			return err
		}
		r.servers = []*process{r.process("server", hub, "-store", store, "-addr", serverIP+":4222", "-cert", cert, "-key", key)}
		r.args = append(r.args, "-where", "tls://skua:faults@"+serverIP+":4222", "-ca", cert)
	}
	for _, space := range spaces {
		r.nodes = append(r.nodes, r.process("node", space, "-policy", r.policy))
	}
	r.submitter = r.process("submitter", hub, "-tasks", strconv.Itoa(*tasks), "-out", filepath.Join(r.dir, "results-0"))
	return nil
}

func (r *run) process(role, space string, args ...string) *process {
	return &process{role: role, space: space, args: append(r.args[:len(r.args):len(r.args)], args...),
		log: filepath.Join(r.dir, fmt.Sprintf("%s-%d.log", role, len(r.nodes)))}
}

// freePort returns a port that was free a moment ago.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, err
}

// host returns the process that hosts the server, or that one of several. If the nodes share a directory,
// the lock says which process it is; while the lock changes hands that may be none.
func (r *run) host(k int) *process {
	if r.servers != nil {
		return r.servers[k%len(r.servers)]
	}
	b, _ := os.ReadFile(filepath.Join(r.dir, "store", "lock"))
	for _, p := range r.processes() {
		if strings.Contains(string(b), fmt.Sprintf("process %d ", p.cmd.Process.Pid)) && p.alive() {
			return p
		}
	}
	return r.nodes[0]
}

// readAgain repeats the submit and reads the results once more.
func (r *run) readAgain(deadline time.Time) (out string, stored int) {
	out = filepath.Join(r.dir, "results-again")
	p := r.process("submitter", r.submitter.space, "-tasks", strconv.Itoa(*tasks), "-out", out)
	p.log += ".again"
	if err := p.start(); err != nil {
		return out, 0
	}
	defer p.kill()
	_ = r.await(deadline.Add(30*time.Second), func() bool { return exists(out+".done") || !p.alive() })
	b, _ := os.ReadFile(out + ".done")
	stored, _ = strconv.Atoi(string(b))
	return out, stored
}

func (r *run) remove() {
	for _, p := range r.processes() {
		if p.cmd != nil && p.cmd.Process != nil {
			p.signal(syscall.SIGCONT)
			p.kill()
		}
	}
	if r.net != (network{}) {
		r.net.remove()
	}
	if r.disk != (disk{}) {
		_ = r.disk.remove()
	}
}
