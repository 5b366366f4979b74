//go:build go1.27

package par_test

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/par"
)

// A chained is a chain of ints and the slice that it stands for.
type chained struct {
	chain par.Chain[int]
	want  []int
}

// chainSteps lengthen a chained by a step that k takes part in.
var chainSteps = []func(t chained, k int) chained{
	func(t chained, k int) chained {
		f := jolting(func(v int) int { return v*3 + k })
		return chained{t.chain.Map(f), par.Map(t.want, f, par.Sequential())}
	},
	func(t chained, k int) chained {
		keep := jolting(func(v int) bool { return v%7 != k%7 })
		return chained{t.chain.Filter(keep), slices.DeleteFunc(slices.Clone(t.want), func(v int) bool { return !keep(v) })}
	},
	func(t chained, k int) chained {
		f := func(v int) (int, bool) { return v ^ k, v%5 != k%5 }
		var want []int
		for _, v := range t.want {
			if r, ok := f(v); ok {
				want = append(want, r)
			}
		}
		return chained{t.chain.FilterMap(f), want}
	},
	func(t chained, k int) chained {
		f := jolting(func(v int) []int { return []int{v, k, v + k}[:(v&math.MaxInt)%4] })
		var want []int
		for _, v := range t.want {
			want = append(want, f(v)...)
		}
		return chained{t.chain.FlatMap(f), want}
	},
	func(t chained, k int) chained { // by another type
		f := func(v int) [2]int { return [2]int{k, v} }
		return chained{t.chain.Map(f).Map(func(v [2]int) int { return v[1] - v[0] }), par.Map(t.want, func(v int) int { return v - k }, par.Sequential())}
	},
}

// chainedOf returns a chained of s, or of the indices of s, with up to four steps.
func chainedOf(r *rand.Rand, s []int, o ...par.Option) chained {
	t := chained{par.Of(s, o...), s}
	if r.IntN(3) == 0 {
		t.chain, t.want = par.OfN(len(s), o...), slices.Collect(maps.Keys(maps.Collect(slices.All(s))))
		slices.Sort(t.want)
	}
	for range r.IntN(5) {
		t = chainSteps[r.IntN(len(chainSteps))](t, r.IntN(100))
	}
	return t
}

// wrong names the methods whose results are not those of the slice.
func (t chained) wrong() (names []string) {
	is := func(name string, same bool) {
		if !same {
			names = append(names, name)
		}
	}
	pairOf := func(v int, ok bool) [2]int {
		if !ok {
			return [2]int{}
		}
		return [2]int{v, 1}
	}
	bestOf := func(best func([]int) int) [2]int {
		if len(t.want) == 0 {
			return [2]int{}
		}
		return [2]int{best(t.want), 1}
	}
	got := t.chain.Collect()
	is("Collect", got != nil && slices.Equal(got, t.want))
	is("Count", t.chain.Count() == len(t.want))
	var each atomic.Int64
	t.chain.ForEach(func(v int) { each.Add(int64(v)) })
	total := 0
	for _, v := range t.want {
		total += v
	}
	is("ForEach", int(each.Load()) == total)
	is("Sum", t.chain.Sum(par.Identity) == total)
	small := func(v int) bool { return v%11 == 3 }
	is("ContainsFunc", t.chain.ContainsFunc(jolting(small)) == slices.ContainsFunc(t.want, small))
	is("AllFunc", t.chain.AllFunc(small) == !slices.ContainsFunc(t.want, func(v int) bool { return !small(v) }))
	is("First", pairOf(t.chain.First()) == bestOf(func(s []int) int { return s[0] }))
	is("Min", pairOf(t.chain.Min(par.Identity)) == bestOf(slices.Min))
	is("Max", pairOf(t.chain.Max(par.Identity)) == bestOf(slices.Max))
	byDigit := func(a, b int) int { return cmp.Compare(a%10, b%10) }
	is("MinFunc", pairOf(t.chain.MinFunc(byDigit)) == bestOf(func(s []int) int { return slices.MinFunc(s, byDigit) }))
	is("MaxFunc", pairOf(t.chain.MaxFunc(byDigit)) == bestOf(func(s []int) int { return slices.MaxFunc(s, byDigit) }))
	ms, acc := t.chain.Map(affineOf), start
	for _, v := range t.want {
		acc = compose(acc, affineOf(v))
	}
	is("Reduce", ms.Reduce(start, compose) == acc)
	return names
}

func TestChain(t *testing.T) {
	eachCase(t, func(g given) {
		if wrong := chainedOf(g.rand, g.s, g.o...).wrong(); wrong != nil {
			g.Wrong("%v of the chain are not those of the slice", wrong)
		}
	})
}

// FuzzChain builds chains by the bytes of steps.
func FuzzChain(f *testing.F) {
	f.Add([]byte{}, []byte{}, uint16(0), uint8(0))
	f.Add([]byte{7}, []byte{0, 1, 2, 3, 4}, uint16(1), uint8(1))
	f.Add([]byte("pirates of the northern seas"), []byte{3, 3, 1}, uint16(3), uint8(2))
	f.Add(make([]byte, 3000), []byte{8, 0}, uint16(0), uint8(8))
	f.Fuzz(func(t *testing.T, source, steps []byte, grain uint16, workers uint8) {
		o := []par.Option{par.On(pool(8)), par.MaxWorkers(1 + int(workers))}
		if grain > 0 {
			o = append(o, par.Grain(int(grain)))
		}
		s := make([]int, len(source))
		for i, b := range source {
			s[i] = int(b)
		}
		c := chained{par.Of(s, o...), s}
		for _, step := range steps[:min(len(steps), 6)] {
			c = chainSteps[int(step)%len(chainSteps)](c, int(step))
		}
		if wrong := c.wrong(); wrong != nil {
			t.Errorf("%v of the chain are not those of the slice", wrong)
		}
	})
}

// In a pass each function is called once for each element that reaches it.
func TestChain_once(t *testing.T) {
	eachCase(t, func(g given) {
		filtered, mapped := make([]atomic.Int32, len(g.s)), make([]atomic.Int32, len(g.s))
		even := func(i int) bool { jolt(); filtered[i].Add(1); return i%2 == 0 }
		c := par.OfN(len(g.s), g.o...).Filter(even).Map(func(i int) int { mapped[i].Add(1); return i })
		passes := []func(){
			func() { c.Collect() }, func() { c.Count() }, func() { c.ForEach(func(int) {}) },
			func() { c.Sum(par.Identity) }, func() { c.Max(par.Identity) },
			func() { c.Reduce(0, func(a, b int) int { return a + b }) },
		}
		passes[g.rand.IntN(len(passes))]()
		for i := range g.s {
			if filtered[i].Load() != 1 || int(mapped[i].Load()) != 1-i%2 {
				g.Wrong("element %d: %d calls of the first function, %d of the second", i, filtered[i].Load(), mapped[i].Load())
				return
			}
		}
	})
}

// A step runs nothing; a pass is new and sees the slice as it is then; the zero chain is empty.
func TestChain_value(t *testing.T) {
	var calls atomic.Int32
	s := []int{1, 2, 3}
	c := par.Of(s).Map(func(v int) int { calls.Add(1); return 10 * v })
	if calls.Load() != 0 {
		t.Error("Map has called its function")
	}
	s[0] = 4
	a, b := c.Filter(func(v int) bool { return v > 20 }), c.Map(func(v int) int { return v + 1 })
	if got := a.Collect(); !slices.Equal(got, []int{40, 30}) {
		t.Errorf("one branch of the chain: got %v", got)
	}
	if got := b.Collect(); !slices.Equal(got, []int{41, 21, 31}) {
		t.Errorf("another branch of the chain: got %v", got)
	}
	if calls.Load() != 6 {
		t.Errorf("%d calls in two passes over three elements", calls.Load())
	}
	var none par.Chain[int]
	if wrong := (chained{none.Map(func(v int) int { return v }), nil}).wrong(); wrong != nil {
		t.Errorf("%v of the zero chain are not those of an empty slice", wrong)
	}
}

// One element goes through all steps before the next one does. A pass may stop early.
func TestChain_fused(t *testing.T) {
	var order []int
	note := func(step int) func(v int) int { return func(v int) int { order = append(order, 10*v+step); return v } }
	twice := func(v int) []int { return []int{v, v} }
	c := par.OfN(1000, par.Sequential()).Map(note(1)).FlatMap(twice).Map(note(2))
	for name, pass := range map[string]func() bool{
		"First":        func() bool { v, ok := c.Filter(func(v int) bool { return v == 1 }).First(); return ok && v == 1 },
		"ContainsFunc": func() bool { return c.ContainsFunc(func(v int) bool { return v == 1 }) },
		"AllFunc":      func() bool { return !c.AllFunc(func(v int) bool { return v == 0 }) },
	} {
		order = nil
		if !pass() {
			t.Errorf("%s: wrong answer", name)
		}
		if want := []int{1, 2, 2, 11, 12}; !slices.Equal(order, want) {
			t.Errorf("%s: calls in the order %v, want %v", name, order, want)
		}
	}
}

// TestChain_stops: on a pool too, First and ContainsFunc end a pass over too many elements to go through.
func TestChain_stops(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		c := par.OfN(math.MaxInt>>20, par.On(pool(workers))).Map(func(i int) int { return i / 3 })
		if v, ok := c.Filter(func(v int) bool { return v >= 5000 }).First(); !ok || v != 5000 {
			t.Errorf("%d workers: First is %d, %v, want 5000", workers, v, ok)
		}
		if !c.ContainsFunc(func(v int) bool { return v >= 5000 }) || c.AllFunc(func(v int) bool { return v < 5000 }) {
			t.Errorf("%d workers: a large element was not found", workers)
		}
	}
}

// TestChain_later: an element that goes through its steps on another worker after the first one did
// does not take its place.
func TestChain_later(t *testing.T) {
	for range 300 {
		var begun, ended atomic.Bool
		until := func(flag *atomic.Bool) {
			for k := 0; k < 10_000 && !flag.Load(); k++ {
				runtime.Gosched()
			}
		}
		v, ok := par.OfN(2, par.On(pool(2)), par.Grain(1)).Filter(func(i int) bool {
			if i == 0 {
				until(&begun)
				ended.Store(true)
				return true
			}
			begun.Store(true)
			until(&ended)
			for range 20 {
				runtime.Gosched()
			}
			return true
		}).First()
		if v != 0 || !ok {
			t.Fatalf("First is %d, %v, want 0", v, ok)
		}
	}
}

// TestChain_floats: after Map alone Reduce has the brackets of MapReduce; Min and Max tell NaN.
func TestChain_floats(t *testing.T) {
	in := newSame()
	for _, n := range []int{0, 1, 1000, 1025, len(in.floats)} {
		s := in.floats[:n]
		got := par.Of(s, par.On(pool(8))).Map(third).Reduce(0.5, sumOf)
		if want := par.MapReduce(s, 0.5, third, sumOf, par.On(pool(2))); math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("n=%d: Reduce is %v, MapReduce %v", n, got, want)
		}
	}
	nan := append(slices.Clone(in.floats), math.NaN())
	least, _ := par.Of(nan).Min(par.Identity)
	greatest, _ := par.Of(nan).Max(par.Identity)
	if least == least || greatest == greatest {
		t.Errorf("Min and Max with a NaN are %v and %v", least, greatest)
	}
}
