package par_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

type meters int8

// TestFewNumbers: where the caller goes through numbers by itself, a cancelled run stops and a closed pool
// refuses the call as ever.
func TestFewNumbers(t *testing.T) {
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func(s []int, o ...par.Option){
		"Sum": func(s []int, o ...par.Option) { par.Sum(s, o...) }, "Min": func(s []int, o ...par.Option) { par.Min(s, o...) },
		"Max": func(s []int, o ...par.Option) { par.Max(s, o...) }, "Index": func(s []int, o ...par.Option) { par.Index(s, 1, o...) },
		"Contains": func(s []int, o ...par.Option) { par.Contains(s, 1, o...) }, "PrefixSum": func(s []int, o ...par.Option) { par.PrefixSum(s, o...) },
	} {
		for _, n := range []int{1, 1024, 8192, 8193} {
			for _, o := range [][]par.Option{nil, {par.On(pool)}, {par.Grain(10)}} {
				ctx, cancel := context.WithCancel(t.Context())
				err := pool.Run(ctx, func(*skua.Worker) error {
					cancel()
					call(make([]int, n), o...)
					return errors.New("it went on")
				})
				if !errors.Is(err, context.Canceled) {
					t.Errorf("%s of %d, cancelled: %v", name, n, err)
				}
			}
		}
		closed, err := skua.New()
		if err != nil {
			t.Fatal(err)
		}
		closed.Close()
		if v := expect.Recovered(func() { call([]int{1}, par.On(closed)) }); v != skua.ErrClosed {
			t.Errorf("%s on a closed pool: recovered %v", name, v)
		}
	}
	pool.Close()
}

func TestSum(t *testing.T) {
	eachCase(t, func(g given) {
		want, small := 0, meters(0)
		for _, v := range g.s {
			want += v
			small += meters(v)
		}
		if got := par.Sum(g.s, g.o...); got != want {
			g.Wrong("got %d, want %d", got, want)
		}
		if got := par.Sum(par.Map(g.s, func(v int) meters { return meters(v) }), g.o...); got != small {
			g.Wrong("of int8: got %d, want %d", got, small)
		}
	})
}

// TestSum_floats wants the same bits in every way, and a better sum than a plain loop's.
func TestSum_floats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s, plain, exact := make([]float32, 100_003), float32(0), 0.0
	for i := range s {
		s[i] = r.Float32()
		plain += s[i]
		exact += float64(s[i])
	}
	want := par.Sum(s, par.Sequential())
	if off := math.Abs(float64(want) - exact); off > math.Abs(float64(plain)-exact) {
		t.Errorf("got %v, which is %v off, a plain loop %v", want, off, math.Abs(float64(plain)-exact))
	}
	for _, way := range ways {
		if got := par.Sum(s, way.option()); math.Float32bits(got) != math.Float32bits(want) {
			t.Errorf("%s: got %x, in Sequential %x", way.name, math.Float32bits(got), math.Float32bits(want))
		}
	}
	if got := par.Sum([]complex128{1, 2i, 3, 4, 5}); got != 13+2i {
		t.Errorf("got %v, want 13+2i", got)
	}
}

// TestMin wants what package slices says, wherever the extremes stand.
func TestMin(t *testing.T) {
	eachCase(t, func(g given) {
		if len(g.s) == 0 {
			return
		}
		if got, want := par.Min(g.s, g.o...), slices.Min(g.s); got != want {
			g.Wrong("Min: got %d, want %d", got, want)
		}
		if got, want := par.Max(g.s, g.o...), slices.Max(g.s); got != want {
			g.Wrong("Max: got %d, want %d", got, want)
		}
	})
	for n := 1; n < 70; n++ {
		for at := range n {
			s := make([]int, n)
			s[at] = -1
			if got := par.Min(s); got != -1 {
				t.Errorf("-1 at %d of %d zeros: Min says %d", at, n, got)
			}
			s[at] = 1
			if got := par.Max(s); got != 1 {
				t.Errorf("1 at %d of %d zeros: Max says %d", at, n, got)
			}
			f := make([]float64, n)
			f[at] = math.NaN()
			if a, b := par.Min(f), par.Max(f); a == a || b == b {
				t.Errorf("NaN at %d of %d zeros: Min says %v and Max %v", at, n, a, b)
			}
		}
	}
	if got := par.Min([]string{"b", "a", "c"}); got != "a" {
		t.Errorf("of strings: %q", got)
	}
	if v := expect.Recovered(func() { par.Max([]float64{}) }); v != "par: Max of an empty slice" {
		t.Errorf("recovered %v", v)
	}
}

type kelvin float32

// TestMin_floats wants the bits of package slices, for the sign of zero too, and NaN as there.
func TestMin_floats(t *testing.T) {
	r := random(t)
	negative := math.Copysign(0, -1)
	for name, few := range map[string][]float64{
		"positive":     {1, 2, 3, 4, math.Inf(1)},
		"negative":     {-1, -2, -3, -4, math.Inf(-1)},
		"zeros":        {0, negative},
		"from zero on": {0, 0, 0, 0, 0, 0, 0, 0, negative, 1, 2},
		"up to zero":   {negative, negative, negative, negative, negative, negative, negative, 0, -1, -2},
		"any":          {0, negative, 1, -1, math.Inf(1), math.Inf(-1), math.NaN()},
	} {
		for n := 1; n < 300; n++ {
			s, narrow := make([]float64, n), make([]kelvin, n)
			for i := range s {
				s[i] = few[r.IntN(len(few))]
				narrow[i] = kelvin(s[i])
			}
			o := par.Grain(1 + r.IntN(n))
			wantSame(t, name+": Min", par.Min(s, o), slices.Min(s))
			wantSame(t, name+": Max", par.Max(s, o), slices.Max(s))
			wantSame(t, name+": Min of float32", float64(par.Min(narrow, o)), float64(slices.Min(narrow)))
			wantSame(t, name+": Max of float32", float64(par.Max(narrow, o)), float64(slices.Max(narrow)))
		}
	}
	s := make([]float64, 10_000)
	for i := range s {
		s[i] = float64(len(s)/2 - i) // a new least at each, with zero on the way
	}
	wantSame(t, "descending: Min", par.Min(s), slices.Min(s))
	slices.Reverse(s)
	wantSame(t, "ascending: Max", par.Max(s), slices.Max(s))
}

// wantSame wants got to be want to the bit, or both to be some NaN.
func wantSame(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
