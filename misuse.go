package skua

import (
	"fmt"
	"reflect"

	"github.com/skua-go/skua/internal/sched"
)

// placeOf returns what p stands for: a pool, or frame i of the stack s. It panics
// if that is nothing, or a task that has ended, as far as that can be seen.
func placeOf(p Place) (pool *Pool, s *sched.Stack, i uint32) {
	if p != nil {
		pool, s, i = p.place()
	}
	switch {
	case pool != nil:
	case s == nil:
		panic(noPlace(p))
	case !s.Live(i):
		panic(fmt.Sprintf("skua: a place to run is needed, and the call that got this %T has ended or has passed control on", p))
	}
	return pool, s, i
}

// noPlace says what is wrong with a Place that stands for nothing.
func noPlace(p Place) string {
	got := "nil"
	if v := reflect.ValueOf(p); v.IsValid() {
		if got = fmt.Sprintf("a nil %T", p); !v.IsNil() {
			got = fmt.Sprintf("a zero %T", p)
		}
	}
	return "skua: a place to run is needed: a *Pool from New, or the *Worker or *Frame of a task that runs, not " + got
}

// need panics unless f, which the function called name is to run, is there.
func need(name string, f bool) {
	if !f {
		panic("skua: " + name + " needs a function, not nil")
	}
}

// must panics unless p was made by New.
func (p *Pool) must() {
	if p == nil || p.core == nil {
		panic(noPlace(p))
	}
}

// refuse panics with ErrClosed if p is closed and all that was inside has ended:
// for calls that need not enter the pool, which would notice.
func (p *Pool) refuse() {
	if p.closed.Load() {
		panic(ErrClosed)
	}
}

// must panics unless s was made by NewScope.
func (s *Scope) must(name string) {
	if s == nil || s.parent == nil {
		panic("skua: " + name + " needs a Scope that NewScope made, not a nil or zero one")
	}
}

// worker returns the worker that w is a place of. The function called name needs
// it.
func (w *Worker) worker(name string) *sched.Worker {
	if w == nil || w.stack == nil {
		panic("skua: " + name + " needs the Worker of a task, not a nil or zero one")
	}
	return w.stack.core.Worker()
}
