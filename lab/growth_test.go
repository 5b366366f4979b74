package lab

import (
	"math"
	"testing"
)

func TestExponent(t *testing.T) {
	x := []float64{1, 2, 4, 8, 16, 32}
	power := func(e float64) (y []float64) {
		for _, v := range x {
			y = append(y, 3*math.Pow(v, e)+1/v) // the second term is gone where x is large
		}
		return y
	}
	for _, want := range []float64{0, 0.5, 1} {
		if got := Exponent(x, power(want)); math.Abs(got-want) > 0.05 {
			t.Errorf("3·xᵉ for e = %v: fitted %v", want, got)
		}
	}
	if got := Exponent([]float64{4, 4, 0, 8}, []float64{1, 2, 3, 0}); !math.IsNaN(got) {
		t.Errorf("with one value of x the exponent is %v, want none", got)
	}
}

func TestJudgedByGrowth(t *testing.T) {
	for e, want := range map[float64]Verdict{-1: Confirmed, 0.2: Confirmed, 0.3: Inconclusive, 0.5: Refuted} {
		if got := JudgedByGrowth(Growth{"here", e}, "So."); got.Verdict != want || got.Reason != "So." {
			t.Errorf("exponent %v: %+v, want %s", e, got, want)
		}
	}
	if _, ok := Steepest([]Growth{{"a", math.NaN()}}); ok {
		t.Error("something without an exponent grows")
	}
	if g, _ := Steepest([]Growth{{"a", 0.1}, {"b", 0.3}, {"c", math.NaN()}}); g.Where != "b" {
		t.Errorf("the steepest is %v", g)
	}
}
