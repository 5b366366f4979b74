package sched

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// watchdog reports on stderr, once per standstill, when no worker gets anywhere
// although work or callers wait, or because all wait for each other: no steal, no spawned
// task, no wait, no call that comes in from the line, and no owner that answers a
// request, which every fork and poll does. It runs only while calls are inside the pool.
type watchdog struct {
	armed atomic.Bool
	last  uint64 // progress at the last look
	stuck int    // looks in a row without any
}

// guard arms the watchdog if there is one.
func (p *Pool) guard() {
	// ORDER: CAS, so that one timer runs.
	if p.config.Watchdog > 0 && p.dog.armed.CompareAndSwap(false, true) {
		p.dog.stuck = 0
		time.AfterFunc(p.config.Watchdog, p.watch)
	}
}

// watch is one look, two per standstill: the first asks every owner, so that
// those that get anywhere show it before the second.
func (p *Pool) watch() {
	if p.vacant() {
		p.dog.armed.Store(false) // ORDER: the next call that comes in arms it again
		return
	}
	waiting, progress := p.waiting(), p.progress()
	lined, moves := p.line.moves()
	progress += moves
	if waiting == 0 && lined == 0 && !p.halted() || progress != p.dog.last {
		p.dog.stuck = 0
	} else if p.dog.stuck++; p.dog.stuck == 2 {
		os.Stderr.WriteString(p.report(waiting, lined))
	}
	p.dog.last = progress
	p.ask()
	time.AfterFunc(p.config.Watchdog, p.watch)
}

// vacant reports whether no call is inside.
func (p *Pool) vacant() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.inside == 0
}

// works reports whether anything is public that nobody has taken.
func (p *Pool) works() bool {
	if p.injector.size.Load() > 0 {
		return true
	}
	for w := range p.all.each {
		if w.waiting() > 0 {
			return true
		}
	}
	return false
}

// waiting counts what is public and nobody has taken: frames, spawned tasks and
// grains of loops.
func (p *Pool) waiting() int {
	n := p.injector.len()
	for w := range p.all.each {
		n += w.waiting()
	}
	return n
}

// waiting counts what of w's is public.
func (w *Worker) waiting() int {
	n := w.queue.Len()
	if w.forks != nil {
		n += w.forks.Len()
	}
	for _, s := range *w.stacks.Load() {
		split, top := s.load()
		n += int(max(split, top) - top)
	}
	for part := w.part.Load(); part != nil; part = part.outer {
		n += part.share.Len()
	}
	return n
}

func (p *Pool) progress() uint64 {
	c := p.Counts()
	return c.Steals + c.Tasks + c.Parks + c.Looks + c.Exposures
}

// report names the culprits: goroutines that are inside the pool's tasks.
func (p *Pool) report(waiting, lined int) string {
	if waiting == 0 && lined == 0 {
		return p.reportCircle()
	}
	var out strings.Builder
	if waiting > 0 {
		fmt.Fprintf(&out, "skua: %d tasks wait and no worker gets anywhere for %v or longer\n", waiting, 2*p.config.Watchdog)
	}
	if lined > 0 {
		fmt.Fprintf(&out, "skua: %d calls wait in line and none of the %d inside has ended for %v or longer: a task must not wait for a call that another goroutine makes\n",
			lined, p.line.seats, 2*p.config.Watchdog)
	}
	fmt.Fprintf(&out, "skua: %+v\n", p.Counts())
	out.WriteString("skua: a task that waits for something else than the pool belongs inside Blocking; goroutines in tasks:\n\n")
	for _, g := range stacks() {
		if inTask(g) {
			out.Write(g)
			out.WriteString("\n\n")
		}
	}
	return out.String()
}
