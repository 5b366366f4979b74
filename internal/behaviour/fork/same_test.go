package fork

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/policy"
)

// A tree is an uneven one, with a number at every node.
type tree struct {
	value int
	subs  []*tree
}

func newTree(random *rand.Rand, size int) *tree {
	t := &tree{value: random.IntN(1000)}
	for size--; size > 0; {
		part := 1 + random.IntN(size)
		t.subs = append(t.subs, newTree(random, part))
		size -= part
	}
	return t
}

func (t *tree) sum() int {
	s := t.value
	for _, sub := range t.subs {
		s += sub.sum()
	}
	return s
}

// sumJoin adds up by closures, the subtrees in halves.
func (t *tree) sumJoin(w *skua.Worker) int { return t.value + sumJoin(w, t.subs) }

func sumJoin(w *skua.Worker, subs []*tree) int {
	switch len(subs) {
	case 0:
		return 0
	case 1:
		return subs[0].sumJoin(w)
	}
	var a, b int
	half := len(subs) / 2
	skua.Join(w,
		func(w *skua.Worker) { a = sumJoin(w, subs[:half]) },
		func(w *skua.Worker) { b = sumJoin(w, subs[half:]) })
	return a + b
}

// sumEach adds up by the n-ary form.
var sumEach = skua.NewFunc(func(f *skua.Frame[*tree, int], t *tree) int { return t.sumEach(f) })

func (t *tree) sumEach(f *skua.Frame[*tree, int]) int {
	s, sums := t.value, make([]int, len(t.subs))
	f.Each(t.subs, sums)
	for _, sub := range sums {
		s += sub
	}
	return s
}

// sumScope adds up by spawned tasks.
func (t *tree) sumScope(pool *skua.Pool) (int, error) {
	var sum atomic.Int64
	s := skua.NewScope(context.Background(), pool)
	var visit func(t *tree) func(w *skua.Worker) error
	visit = func(t *tree) func(w *skua.Worker) error {
		return func(w *skua.Worker) error {
			sum.Add(int64(t.value))
			for _, sub := range t.subs {
				w.Go(s, visit(sub))
			}
			return nil
		}
	}
	s.Go(visit(t))
	err := s.Wait()
	return int(sum.Load()), err
}

// TestSame wants the same answers from the same programs whatever the policies
// of the typed stacks and the number of workers.
func TestSame(t *testing.T) {
	seed := rand.Uint64()
	root := newTree(rand.New(rand.NewPCG(seed, 0)), 3000)
	for _, expose := range policy.Exposes {
		for _, keep := range policy.Keeps {
			for _, workers := range []int{1, 2, 3, 8} {
				same(t, root, seed, crew.Config{Workers: workers, Expose: expose, Keep: keep})
			}
		}
	}
}

// same runs every program on a pool of that kind.
func same(t *testing.T, root *tree, seed uint64, c crew.Config) {
	t.Run(fmt.Sprintf("workers=%d/expose=%v/keep=%v", c.Workers, c.Expose, c.Keep), func(t *testing.T) {
		defer expect.Within(t, time.Minute)()
		pool, want := kit.NewPoolWith(t, c), root.sum()
		for form, fn := range forms {
			if got := fn.On(pool, 18); got != 2584 {
				t.Errorf("fib by %s: %d, want 2584", form, got)
			}
		}
		var closures int
		skua.Join(pool, func(w *skua.Worker) { closures = root.sumJoin(w) }, kit.Nothing)
		spawned, err := root.sumScope(pool)
		sums := map[string]int{"closures": closures, "each": sumEach.On(pool, root), "scope": spawned}
		for form, sum := range sums {
			if sum != want || err != nil {
				t.Errorf("sum by %s: %d (%v), want %d; seed %d", form, sum, err, want, seed)
			}
		}
		kit.WantFull(t, pool)
	})
}
