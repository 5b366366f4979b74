package peer

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// perCall lists the rivals that run at most as many tasks of one call at a time as
// there are workers, but count each nested call anew, or callers as well.
var perCall = []string{"tunny", "go-parallel", "go-parallel fetch", "rill", "flowmatic"}

func TestRivalsKeepTheirBound(t *testing.T) {
	const workers, tasks = 2, 200
	for _, p := range rivals {
		if !p.Bounded && !slices.Contains(perCall, p.Name) {
			continue
		}
		t.Run("peer="+p.Name, func(t *testing.T) {
			s := p.Open(workers)
			run := s.Tasks
			if run == nil {
				run = s.For
			}
			if got := mostAtOnce(run, tasks); got > workers {
				t.Errorf("%d tasks have run at the same time, want at most %d", got, workers)
			}
			if s.Close != nil {
				s.Close()
			}
		})
	}
}

// mostAtOnce returns how many of n tasks were under way at the same time.
func mostAtOnce(run func(n int, task func(i int)), n int) int {
	var now, most atomic.Int64
	run(n, func(int) {
		here := now.Add(1)
		for seen := most.Load(); here > seen && !most.CompareAndSwap(seen, here); seen = most.Load() {
		}
		for range 10 {
			runtime.Gosched()
		}
		now.Add(-1)
	})
	return int(most.Load())
}

// nestIn names the peer in whose pool a child of the test nests.
const nestIn = "SKUA_BENCH_NEST_IN"

// TestNestedTasksWaitForEver knows two rivals that deadlock: with all workers
// waiting in a task, the tasks that they wait for do not begin. A bubble of
// synctest notices that, and ends the child.
func TestNestedTasksWaitForEver(t *testing.T) {
	if name := os.Getenv(nestIn); name != "" {
		synctest.Test(t, func(t *testing.T) { nestInAll(t, name) })
		return
	}
	for _, name := range []string{"pond", "gopool"} {
		t.Run("peer="+name, func(t *testing.T) {
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestNestedTasksWaitForEver$", "-test.timeout=1m")
			child.Env = append(os.Environ(), nestIn+"="+name)
			out, err := child.CombinedOutput()
			if err == nil {
				t.Fatal("the nested tasks have all run, want a deadlock: has it learnt to nest?")
			}
			if !strings.Contains(string(out), "all goroutines in bubble are blocked") {
				t.Errorf("the child has ended with %v and said\n%s\nwant a deadlock", err, out)
			}
		})
	}
}

// nestInAll runs a task on each of two workers, and when both are there one more
// from each of them.
func nestInAll(t *testing.T, name string) {
	p, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Open(2)
	var both sync.WaitGroup
	both.Add(2)
	s.Tasks(2, func(int) {
		both.Done()
		both.Wait()
		s.Tasks(1, func(int) {})
	})
}
