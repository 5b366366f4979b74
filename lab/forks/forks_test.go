package forks

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/policy"
)

func fib(w *Worker[int, int], n int) int {
	if n < 2 {
		return n
	}
	w.Fork(n - 2)
	a := fib(w, n-1)
	return a + w.Join()
}

// comb forks n times before it joins, and each of them a shorter one.
func comb(w *Worker[int, int], n int) int {
	sum := 1
	for k := range n {
		w.Fork(k)
	}
	for range n {
		sum += w.Join()
	}
	return sum
}

// TestRun wants the serial answer of every kind of deque on any number of workers, also
// when the same pool runs again; and every fork counted.
func TestRun(t *testing.T) {
	for _, kind := range policy.Deques() {
		for _, workers := range []int{1, 2, 3, 8} {
			t.Run(fmt.Sprintf("deque=%s/workers=%d", kind, workers), func(t *testing.T) {
				p, err := New(workers, kind, fib)
				if err != nil {
					t.Fatal(err)
				}
				for k := range 20 {
					if got := p.Run(k); got != []int{0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584, 4181}[k] {
						t.Fatalf("fib(%d) is %d", k, got)
					}
				}
				before := p.Stats()
				p.Run(18)
				if s := p.Stats(); s.Forks-before.Forks != 4180 || s.Inline > 0 || workers == 1 && s.Steals > 0 {
					t.Errorf("counted %+v after %+v, want 4180 forks more", s, before)
				}
				q, _ := New(workers, kind, comb)
				for range 20 {
					if got := q.Run(12); got != 1<<12 {
						t.Fatalf("comb(12) is %d, want %d", got, 1<<12)
					}
				}
				q.check(t)
				p.check(t)
			})
		}
	}
}

// check wants nothing left behind.
func (p *Pool[A, R]) check(t *testing.T) {
	t.Helper()
	for id, w := range p.workers {
		if x, _ := w.deque.Pop(); x != nil || w.depth != 0 {
			t.Errorf("worker %d: a task left, or %d forks", id, w.depth)
		}
		for k, x := range w.tasks {
			if x.done.Load() || x.thief.Load() != nil {
				t.Errorf("worker %d: free task %d is not as new", id, k)
			}
		}
	}
}

// TestRun_steals wants a thief to run what a busy worker has forked, and the waiting
// worker to leapfrog: the fork at the root ends only when both of its own have begun.
func TestRun_steals(t *testing.T) {
	for _, kind := range policy.Deques() {
		t.Run("deque="+kind, func(t *testing.T) {
			stolen, helped := make(chan bool), make(chan bool)
			p, err := New(2, kind, func(w *Worker[int, int], n int) int {
				switch n {
				case 0: // at the root
					w.Fork(1)
					for !closed(stolen) {
						w.Fork(3) // so that the owner of a split deque looks
						w.Join()
						runtime.Gosched()
					}
					return w.Join()
				case 1: // with the thief
					close(stolen)
					w.Fork(2)
					for !closed(helped) {
						w.Fork(3)
						w.Join()
						runtime.Gosched()
					}
					return 10 + w.Join()
				case 2: // with the worker that waits for 1
					w.Fork(3)
					if arg := w.tasks[0].arg; arg != 1 {
						t.Errorf("the fork of %d lies in the task of 1, which is not joined", arg)
					}
					w.Join()
					close(helped)
					return 1
				}
				return 0
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Run(0); got != 11 {
				t.Errorf("the root returned %d, want 11", got)
			}
			if s := p.Stats(); s.Steals < 2 || s.Leapfrogs < 1 {
				t.Errorf("counted %+v, want a steal and a leapfrog at least", s)
			}
		})
	}
}

func closed(c chan bool) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// TestFork_full: what a bounded deque has no room for is a plain call.
func TestFork_full(t *testing.T) {
	const more = 100
	for _, kind := range []string{"abp", "stealhalf"} {
		p, err := New(1, kind, func(w *Worker[int, int], n int) int {
			if n == 0 {
				return 1
			}
			for range n {
				w.Fork(0)
			}
			sum := 0
			for range n {
				sum += w.Join()
			}
			return sum
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, s := p.Run(bounded+more), p.Stats(); got != bounded+more || s.Inline != more {
			t.Errorf("%s: the sum is %d, want %d; %d forks found it full, want %d", kind, got, bounded+more, s.Inline, more)
		}
		p.check(t)
	}
}

// TestNew_wrong wants an error that lists the kinds, and one for no workers.
func TestNew_wrong(t *testing.T) {
	if _, err := New(1, "typed", fib); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", policy.Deques())) {
		t.Errorf("error %v, want one that lists the kinds", err)
	}
	if _, err := New(0, "abp", fib); err == nil {
		t.Error("a pool of no workers")
	}
}
