package workload

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
)

// TestGroundSum wants the closed form to be what the steps come to with big
// numbers.
func TestGroundSum(t *testing.T) {
	modulus := new(big.Int).Lsh(big.NewInt(1), 64)
	factor, term := new(big.Int).SetUint64(stepFactor), new(big.Int).SetUint64(stepTerm)
	for _, c := range []struct{ n, grain int }{{0, 5}, {1, 0}, {7, 1}, {20, 33}, {100, 1000}} {
		sum := new(big.Int)
		for i := range c.n {
			x := big.NewInt(int64(i))
			for range c.grain {
				x.Mul(x, factor).Add(x, term).Mod(x, modulus)
			}
			sum.Add(sum, x)
		}
		want := sum.Mod(sum, modulus).Uint64()
		if got := [...]uint64{groundSum(c.n, c.grain), grindAll(c.n, c.grain)}; got != [...]uint64{want, want} {
			t.Errorf("%+v: the closed form and the steps have %v, want %d", c, got, want)
		}
	}
}

// TestDAGKnown computes the answer from the other end: each node asks those
// before it.
func TestDAGKnown(t *testing.T) {
	pool := kit.NewPool(t, 2)
	for _, args := range []Args{
		{"width": "1", "depth": "50", "degree": "1", "grain": "3"},
		{"width": "7", "depth": "40", "degree": "2", "grain": "10", "seed": "8"},
		{"width": "16", "depth": "200", "degree": "16", "grain": "0", "seed": "2"},
		{"width": "500", "depth": "20", "degree": "4", "grain": "50", "seed": "3"},
	} {
		in := mustNew(t, "dag", args)
		d := in.Params.(*dag)
		want := Checksum(askBack(d))
		if err := in.Check(want); err != nil {
			t.Errorf("%v: the check refuses the right answer: %v", args, err)
		}
		if got := in.Sequential(); got != want {
			t.Errorf("%v: the twin has %v, want %v", args, got, want)
		}
		if got := in.Parallel(pool); got != want {
			t.Errorf("%v: the parallel version has %v, want %v", args, got, want)
		}
	}
}

func askBack(d *dag) (sum uint64) {
	before := make([][]int, d.nodes())
	for n := range before {
		for _, to := range d.next(n) {
			before[to] = append(before[to], n)
		}
	}
	known := map[int]uint64{}
	var value func(n int) uint64
	value = func(n int) uint64 {
		v, ok := known[n]
		if !ok {
			v = uint64(n)
			for _, p := range before[n] {
				v += value(p)
			}
			for range d.Grain {
				v = v*stepFactor + stepTerm
			}
			known[n] = v
		}
		return v
	}
	for n := d.nodes() - d.Width; n < d.nodes(); n++ {
		sum += value(n)
	}
	return sum
}

// TestDAGShape wants every node to have Degree different successors in the next
// layer, and a predecessor in the one before.
func TestDAGShape(t *testing.T) {
	d := mustNew(t, "dag", Args{"width": "9", "depth": "30", "degree": "4"}).Params.(*dag)
	for n := range d.nodes() {
		layer, next := n/d.Width, slices.Sorted(slices.Values(d.next(n)))
		if want := min(d.Depth-1-layer, 1) * d.Degree; len(slices.Compact(next)) != want {
			t.Errorf("node %d has the successors %v, want %d different ones", n, next, want)
		}
		for _, to := range next {
			if int(to)/d.Width != layer+1 {
				t.Errorf("node %d of layer %d has the successor %d", n, layer, to)
			}
		}
		if root := d.needs[n] == 0; root != (layer == 0) {
			t.Errorf("node %d of layer %d has %d predecessors", n, layer, d.needs[n])
		}
	}
}

// TestSkewedBatch wants the loads of the source: 25 in half of the queues, 1 in
// the others, and in the even one all of [25, 30).
func TestSkewedBatch(t *testing.T) {
	for _, c := range []struct {
		args Args
		want int // 75025 is the 25th Fibonacci number, and 1 the first
	}{
		{Args{"load": "skewed"}, 200*75025 + 200},
		{Args{"load": "skewed", "queues": "32", "tasks": "2"}, 32*75025 + 32},
		{Args{"load": "skewed", "queues": "1", "tasks": "9"}, 9},
	} {
		if err := mustNew(t, "batch", c.args).Check(c.want); err != nil {
			t.Errorf("%v: %v", c.args, err)
		}
	}
	seen := map[int]bool{}
	for _, queue := range mustNew(t, "batch", nil).Params.(*batch).numbers {
		for _, k := range queue {
			seen[k] = true
		}
	}
	for k := range seen {
		if len(seen) != 5 || k < 25 || k > 29 {
			t.Fatalf("the even load has the numbers %v, want those from 25 to 29", seen)
		}
	}
}

// TestCancelSpawned cancels runs at any point, and wants the cause from each that
// did not end before.
func TestCancelSpawned(t *testing.T) {
	cause := errors.New("enough")
	for _, workers := range []int{1, 2, 4} {
		pool := kit.NewPool(t, workers)
		for name, args := range map[string]Args{
			"spc":   {"n": "500", "grain": "10"},
			"bpc":   {"depth": "50", "grain": "10"},
			"dag":   {"width": "10", "depth": "50", "grain": "10"},
			"batch": {"load": "skewed", "queues": "3", "tasks": "1"},
		} {
			in := mustNew(t, name, args)
			cancelled := 0
			for range 100 {
				ctx, cancel := context.WithCancelCause(t.Context())
				go cancel(cause)
				err := pool.Run(ctx, func(w *skua.Worker) error { return in.Check(in.Parallel(w)) })
				switch {
				case err == cause:
					cancelled++
				case err != nil:
					t.Fatalf("%s, %d workers: the error is %v, want the cause or none", name, workers, err)
				}
			}
			t.Logf("%s, %d workers: %d of 100 cancelled", name, workers, cancelled)
		}
	}
}
