package peer

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// each runs a test on every peer, with two workers.
func each(t *testing.T, f func(t *testing.T, s Session)) {
	for _, p := range All {
		t.Run("peer="+strings.ReplaceAll(p.Name, " ", "-"), func(t *testing.T) {
			s := p.Open(2)
			f(t, s)
			if s.Close != nil {
				s.Close()
			}
		})
	}
}

func TestPeersRunBothBranches(t *testing.T) {
	each(t, func(t *testing.T, s Session) {
		if s.Both == nil {
			return
		}
		for range 10 {
			var a, b atomic.Int32
			s.Both(func() { a.Add(1) }, func() { b.Add(1) })
			if a.Load() != 1 || b.Load() != 1 {
				t.Fatalf("after Both the branches have run %d and %d times, want once each", a.Load(), b.Load())
			}
		}
	})
}

func TestPeersRunEveryTaskOnce(t *testing.T) {
	each(t, func(t *testing.T, s Session) {
		for name, run := range map[string]func(int, func(int)){"Tasks": s.Tasks, "For": s.For} {
			if run == nil {
				continue
			}
			for _, n := range []int{0, 1, 2, 7, 1000} {
				ran := make([]atomic.Int32, n)
				run(n, func(i int) { ran[i].Add(1) })
				for i := range ran {
					if got := ran[i].Load(); got != 1 {
						t.Fatalf("%s of %d: task %d has run %d times on return, want once", name, n, i, got)
					}
				}
			}
		}
	})
}

func TestPeersRunSubmittedTasks(t *testing.T) {
	each(t, func(t *testing.T, s Session) {
		if s.Submit == nil {
			return
		}
		const n, producers = 100, 4
		var ran sync.WaitGroup
		ran.Add(n * producers)
		for range producers {
			go func() {
				for range n {
					s.Submit(ran.Done)
				}
			}()
		}
		ran.Wait()
	})
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range All {
		if seen[p.Name] {
			t.Errorf("two peers are called %q", p.Name)
		}
		seen[p.Name] = true
		if found, err := Find(p.Name); err != nil || found.Name != p.Name {
			t.Errorf("Find(%q) = %q, %v", p.Name, found.Name, err)
		}
	}
	if _, err := Find("nobody"); err == nil {
		t.Error("Find found a peer that does not exist")
	}
}
