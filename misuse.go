package skua

import (
	"context"
	"fmt"
	"reflect"

	"github.com/skua-go/skua/internal/sched"
)

// spotOf returns where a call at p begins. It panics if p is nil or a zero value.
func spotOf(p Place) (s spot) {
	if p != nil {
		s = p.spot()
	}
	if s.pool == nil {
		panic(noPlace(p))
	}
	return s
}

const strayFrame = "skua: a Frame is used where its task does not run: on another goroutine, or after the call that got it has ended or has passed control on"

// noPlace says what is wrong with a Place that is nil or a zero value.
func noPlace(p Place) string {
	got := "nil"
	if v := reflect.ValueOf(p); v.IsValid() {
		if got = fmt.Sprintf("a nil %T", p); !v.IsNil() {
			got = fmt.Sprintf("a zero %T", p)
		}
	}
	return "skua: a place to run is needed: a *Pool from New, or the *Worker or *Frame of a task, or Here(), not " + got
}

// need panics, for the function called name, unless it got the function that it is to run.
func need(name string, f bool) {
	if !f {
		panic("skua: " + name + " needs a function, not nil")
	}
}

// needContext panics unless the function called name got a context.
func needContext(name string, ctx context.Context) {
	if ctx == nil {
		panic("skua: " + name + " needs a context, not nil")
	}
}

// must panics unless p was made by New.
func (p *Pool) must() {
	if p == nil || p.core == nil {
		panic(noPlace(p))
	}
}

// refuse panics with ErrClosed if the pool is closed and all calls inside have ended. It is
// for calls that need not enter the pool; entering would notice that.
func (s spot) refuse() {
	if s.pool.Over() {
		panic(ErrClosed)
	}
}

// must panics unless fn was made by NewFunc.
func (fn *Func[A, R]) must(name string) {
	if fn == nil || fn.body == nil {
		panic("skua: " + name + " needs a Func that NewFunc made, not a nil or zero one")
	}
}

// must returns fn's Func. It panics unless fn was made by NewFuncErr.
func (fn *FuncErr[A, R]) must(name string) *Func[A, R] {
	if fn == nil || fn.fn == nil {
		panic("skua: " + name + " needs a FuncErr that NewFuncErr made, not a nil or zero one")
	}
	return fn.fn
}

// must panics unless s was made by NewScope.
func (s *Scope) must(name string) {
	if s == nil || s.parent == nil {
		panic("skua: " + name + " needs a Scope that NewScope made, not a nil or zero one")
	}
}

// worker returns the worker that f is a frame of. The function called name needs it.
func (f *Frame[A, R]) worker(name string) *sched.Worker {
	if f == nil || f.stack == nil {
		panic("skua: " + name + " needs the Frame of a task, not a nil or zero one")
	}
	return f.stack.core.Worker()
}

// worker returns the worker that w is a place of. The function called name needs
// it.
func (w *Worker) worker(name string) *sched.Worker {
	if w == nil || w.stack == nil {
		panic("skua: " + name + " needs the Worker of a task, not a nil or zero one")
	}
	return w.stack.core.Worker()
}
