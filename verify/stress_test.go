package verify

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sched"
)

var (
	stressTime = flag.Duration("stress", time.Second, "how long TestStress runs")
	seed       = flag.Uint64("seed", uint64(time.Now().UnixNano()), "of TestStress and of the histories")
)

// tree counts the nodes of a tree of n nodes whose shape depends on n alone.
var tree = skua.NewFunc(countTree)

func countTree(f *skua.Frame[int, int], n int) int {
	if n <= 1 {
		return n
	}
	left := (n - 1) * (n%7 + 1) / 9
	a, b := f.Both(n-1-left, left)
	return 1 + a + b
}

var errPlanned = errors.New("planned")

// TestStress lets several goroutines use one pool in every way at once, with
// pools of random size and policies, until the time is over.
func TestStress(t *testing.T) {
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 1))
	old := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(old)
	for end := time.Now().Add(*stressTime); time.Now().Before(end); {
		runtime.GOMAXPROCS(1 + r.IntN(4))
		p := sched.Facade(sched.New(crew.Config{
			Workers: 1 + r.IntN(6),
			Expose:  policy.Exposes[r.IntN(len(policy.Exposes))],
			Keep:    policy.Keeps[r.IntN(len(policy.Keeps))],
		})).(*skua.Pool)
		var wg sync.WaitGroup
		for range 1 + r.IntN(4) {
			mine := rand.New(rand.NewPCG(r.Uint64(), 2))
			wg.Go(func() {
				for range 50 {
					use(t, p, mine)
				}
			})
		}
		wg.Wait()
		p.Close()
	}
}

// use makes one random call and checks what it answers.
func use(t *testing.T, p *skua.Pool, r *rand.Rand) {
	n := r.IntN(3000)
	switch r.IntN(6) {
	case 0, 1:
		if got := tree.On(p, n); got != n {
			t.Errorf("tree of %d nodes counted %d", n, got)
		}
	case 2:
		scope(t, p, r.IntN(20), n/10)
	case 3:
		ctx, cancel := context.WithCancelCause(context.Background())
		go cancel(errPlanned)
		err := p.Run(ctx, func(w *skua.Worker) error { tree.On(w, 20*n); return nil })
		if err != nil && err != errPlanned {
			t.Errorf("a cancelled run returned %v", err)
		}
	case 4:
		defer func() {
			if e, ok := recover().(*skua.PanicError); !ok || e.Value != errPlanned {
				t.Errorf("a panicking join panicked with %v", e)
			}
		}()
		skua.Join(p, func(w *skua.Worker) { tree.On(w, n) }, func(w *skua.Worker) { panic(errPlanned) })
	case 5:
		if err := p.Resize(1 + r.IntN(6)); err != nil {
			t.Error(err)
		}
	}
}

// scope spawns tasks that count trees, from outside and from inside.
func scope(t *testing.T, p *skua.Pool, tasks, n int) {
	s := skua.NewScope(context.Background(), p)
	sums := make([]int, 2*tasks)
	for k := range tasks {
		s.Go(func(w *skua.Worker) error {
			w.Go(s, func(w *skua.Worker) error { sums[2*k] = tree.On(w, n); return nil })
			sums[2*k+1] = tree.On(w, n)
			return nil
		})
	}
	if err := s.Wait(); err != nil {
		t.Errorf("scope: %v", err)
	}
	for k, sum := range sums {
		if sum != n {
			t.Errorf("task %d counted %d of %d nodes", k, sum, n)
		}
	}
}
