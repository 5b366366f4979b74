package strand_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/strand"
)

// exactly is the sum of finite numbers by package big.
func exactly(s []float64) float64 {
	sum := new(big.Float).SetPrec(2200)
	for _, x := range s {
		sum.Add(sum, new(big.Float).SetFloat64(x))
	}
	f, _ := sum.Float64()
	return f
}

func TestExact(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 2))
	some := func(n int, spread int) (s []float64) {
		for range n {
			s = append(s, math.Ldexp(g.Float64()-0.5, g.IntN(2*spread+1)-spread))
		}
		return s
	}
	for name, s := range map[string][]float64{
		"none":       nil,
		"least":      {math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat64},
		"subnormal":  {0x1p-1060, -0x1p-1074, 0x1.8p-1030},
		"largest":    {math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64},
		"cancels":    {1e308, 1, -1e308, 1e-308},
		"half up":    {1 << 53, 1, math.SmallestNonzeroFloat64},
		"half even":  {1 << 53, 1},
		"half below": {1 << 53, 1, -math.SmallestNonzeroFloat64},
		"negative":   {-1, -0x1p-60, -0x1p-60},
		"close":      some(1000, 10),
		"far":        some(1000, 500),
		"everywhere": some(1000, 1000),
	} {
		want := exactly(s)
		for range 5 {
			var left, right strand.Exact
			for i, x := range s {
				if i%2 == 0 {
					left.Add(x)
				} else {
					right.Add(x)
				}
			}
			left.Merge(&right)
			if got := left.Sum(); math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("%s: the sum is %v, want %v", name, got, want)
			}
			g.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		}
	}
}

// TestExact_ties: sums in the middle between two numbers, or hardly beside it, are rounded right.
func TestExact_ties(t *testing.T) {
	g := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		top := g.IntN(2000) - 1000
		s := []float64{math.Ldexp(1+float64(g.IntN(4))/4, top), math.Ldexp(1, top-50-g.IntN(6)), math.Ldexp(1, top-53)}
		for range g.IntN(3) {
			s = append(s, math.Ldexp(float64(g.IntN(3)-1), top-60-g.IntN(900)))
		}
		if g.IntN(2) == 0 {
			for i := range s {
				s[i] = -s[i]
			}
		}
		var sum strand.Exact
		for _, x := range s {
			sum.Add(x)
		}
		if got, want := sum.Sum(), exactly(s); math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("the sum of %v is %v, want %v", s, got, want)
		}
	}
}

func TestExact_special(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		s    []float64
		want float64
	}{
		{[]float64{1, inf}, inf}, {[]float64{-inf, 1}, -inf}, {[]float64{inf, -inf}, math.NaN()},
		{[]float64{math.NaN(), 1}, math.NaN()}, {[]float64{math.MaxFloat64, math.MaxFloat64}, inf},
		{[]float64{-math.MaxFloat64, -math.MaxFloat64}, -inf},
	} {
		var sum strand.Exact
		for _, x := range c.s {
			sum.Add(x)
		}
		if got := sum.Sum(); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("the sum of %v is %v, want %v", c.s, got, c.want)
		}
	}
}

// TestExact_sameBits: a sum of floats has the same bits for every number of workers.
func TestExact_sameBits(t *testing.T) {
	g := rand.New(rand.NewPCG(3, 4))
	s := make([]float64, 100_000)
	for i := range s {
		s[i] = math.Ldexp(g.NormFloat64(), g.IntN(200)-100)
	}
	want := exactly(s)
	if naive := slices.Clone(s); true {
		slices.Reverse(naive)
		a, b := 0.0, 0.0
		for i := range s {
			a, b = a+s[i], b+naive[i]
		}
		if a == b {
			t.Error("the order makes no difference to a plain sum: the test would show nothing")
		}
	}
	onPools(t, func(t *testing.T, p *skua.Pool) {
		total := strand.NewExact()
		(&skua.Loop{To: len(s), Grain: 10, Body: func(part *skua.Part) {
			sum := total.View()
			for part.Next() {
				sum.Add(s[part.Index()])
			}
		}}).Run(p)
		if got := total.Value().Sum(); math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("the sum is %v, want %v", got, want)
		}
	})
}
