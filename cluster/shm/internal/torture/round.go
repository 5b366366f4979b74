//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// round is one file and its three processes.
type round struct {
	rng    *rand.Rand
	tasks  int
	lease  time.Duration
	names  []string
	random bool // kill and stop at any time, and at points drawn from names

	// If not random: which process crashes where, and when it is done again what it did.
	crash  [4]string     // by place: NAME:COUNT, of its first process
	again  string        // the same for later ones at place 3, some times
	delay  time.Duration // until the next one at place 3
	spin   time.Duration
	stop   [4]string     // by place: NAME:COUNT, where its first process stops itself
	binary string        // of the processes; this one's if empty
	hang   time.Duration // how long a round may take; hangs if 0
	plain  bool          // only tasks of Map, and only small results

	path string
	o    *oracle
	kids [4]*kid // by place, from 1 on
	late timer   // the next process at place 3
	v    verdict
	errs *os.File // what the processes say
}

// kid is a process that runs.
type kid struct {
	cmd   *exec.Cmd
	point string // where it kills itself
	over  chan error
	wake  timer         // when it is to go on, if it is stopped
	every time.Duration // if it stops itself at a point
}

// timer is a moment to come, or none.
type timer struct{ at time.Time }

func (t timer) set() bool     { return !t.at.IsZero() }
func (t timer) expired() bool { return t.set() && time.Now().After(t.at) }

const (
	hangs    = time.Minute            // no round takes nearly as long
	maxKills = 40                     // of a random round
	maxAgain = 12                     // of one that is not
	patience = 400 * time.Millisecond // a process that stopped itself goes on after less than that
)

// run makes the round.
func (r *round) run() *verdict {
	r.v.points = map[string]int{}
	dir, err := os.MkdirTemp("/dev/shm", "skua-torture-")
	if err != nil {
		r.fail(err)
		return &r.v
	}
	defer os.RemoveAll(dir)
	r.path = dir + "/tasks"
	if r.errs, err = os.Create(dir + "/stderr"); err != nil {
		r.fail(err)
		return &r.v
	}
	defer r.errs.Close()
	if r.o, err = openOracle(r.path+".oracle", r.tasks, true); err != nil {
		r.fail(err)
		return &r.v
	}
	defer unix.Munmap(r.o.b)
	r.drive()
	for p := range r.kids {
		r.reap(p)
	}
	r.o.judge(&r.v)
	said, _ := os.ReadFile(r.errs.Name())
	r.v.what += "\n" + string(said)
	return &r.v
}

func (r *round) fail(err error) {
	r.v.failed++
	r.v.what = err.Error()
}

// drive lets the processes run until all of them have ended by themselves.
func (r *round) drive() {
	if r.hang == 0 {
		r.hang = hangs
	}
	for p := 1; p <= 3; p++ {
		r.spawn(p)
	}
	next := r.soon()
	for start := time.Now(); r.v.failed == 0; time.Sleep(200 * time.Microsecond) {
		running := 0
		for p, k := range r.kids {
			if k == nil {
				continue
			}
			select {
			case err := <-k.over:
				r.ended(p, k, err)
			default:
			}
			if r.kids[p] != nil {
				running++
			}
		}
		if r.late.expired() {
			r.late = timer{}
			r.spawn(3)
		}
		if r.late.set() {
			running++
		}
		if running == 0 {
			return
		}
		if time.Since(start) > r.hang {
			r.v.hung, r.v.what = 1, r.describe()
			return
		}
		if time.Now().After(next) {
			r.disturb()
			next = r.soon()
		}
		r.resume()
	}
}

// soon is when something is done to a process next.
func (r *round) soon() time.Time {
	return time.Now().Add(time.Duration(1+r.rng.IntN(30)) * time.Millisecond)
}

// ended notes the end of a process, and starts another at its place if it was killed.
func (r *round) ended(p int, k *kid, err error) {
	r.kids[p] = nil
	status := k.cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case err == nil && p == 1:
		r.o.stop.Store(1)
	case err == nil:
	case status.Signaled() && status.Signal() == syscall.SIGKILL:
		r.v.kills++
		if p == 1 {
			r.v.submitterKills++
		}
		if k.point != "" {
			r.v.points[k.point]++
		}
		if p == 3 && r.delay > 0 {
			r.late = timer{time.Now().Add(r.delay)}
		} else {
			r.spawn(p)
		}
	default:
		r.fail(fmt.Errorf("place %d: %w", p, err))
	}
}

// spawn starts a process at a place. Its end kills it, too.
func (r *round) spawn(p int) {
	k := &kid{over: make(chan error, 1)}
	crash := r.crash[p]
	stop := r.stop[p]
	r.crash[p], r.stop[p] = "", ""
	if p == 3 && r.v.kills < maxAgain {
		r.crash[p] = r.again
	}
	if r.random && r.v.kills < maxKills && r.rng.IntN(4) > 0 {
		crash = fmt.Sprintf("%s:%d", r.names[r.rng.IntN(len(r.names))], 1+r.rng.IntN(1<<r.rng.IntN(10)))
	}
	if r.random && r.rng.IntN(4) == 0 {
		crash, stop = "", crash
	}
	k.point, _, _ = strings.Cut(crash, ":")
	binary := r.binary
	if binary == "" {
		binary = "/proc/self/exe"
	}
	k.cmd = exec.Command(binary)
	k.cmd.Env = append(os.Environ(), "TORTURE_FILE="+r.path, fmt.Sprint("TORTURE_PLACE=", p), fmt.Sprint("TORTURE_TASKS=", r.tasks),
		"TORTURE_LEASE="+r.lease.String(), "TORTURE_SPIN="+r.spin.String(), "SKUA_CRASH_AT="+crash, "SKUA_STOP_AT="+stop)
	if r.plain {
		k.cmd.Env = append(k.cmd.Env, "TORTURE_PLAIN=1")
	}
	if stop != "" {
		r.v.stops++
		k.every = patience
		k.wake = timer{time.Now().Add(patience)}
	}
	k.cmd.Stderr = r.errs
	k.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := k.cmd.Start(); err != nil {
		r.fail(err)
		return
	}
	go func() { k.over <- k.cmd.Wait() }()
	r.kids[p] = k
}

// reap ends what is left of a place.
func (r *round) reap(p int) {
	if k := r.kids[p]; k != nil {
		k.cmd.Process.Kill()
		<-k.over
	}
}

// describe says which processes are left after a hang.
func (r *round) describe() string {
	var b strings.Builder
	unused := 0
	for i := range r.o.keys {
		if r.o.keys[i].used.Load() == 0 {
			unused++
		}
	}
	fmt.Fprintf(&b, "%d of %d tasks are not used;", unused, r.tasks)
	for p, k := range r.kids {
		if k != nil {
			fmt.Fprintf(&b, " place %d runs (crash at %q),", p, k.point)
		}
	}
	return b.String() + " crashed at " + fmt.Sprint(r.v.points)
}

var pointCall = regexp.MustCompile(`\bcrashPoint\("([^"]+)"\)`)

// pointNames reads the names of all points from the sources in dir.
func pointNames(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		for _, m := range pointCall.FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return nil, fmt.Errorf("no crash points in %s", dir)
	}
	return slices.Compact(names), nil
}
