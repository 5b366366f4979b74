package lab

import (
	"math"
	"testing"
)

func TestNum(t *testing.T) {
	for want, x := range map[string]float64{
		"0": 0, "1": 1, "1048576": 1 << 20, "-3": -3, "2156": 2156.4, "31.6": 31.62, "1.70": 1.7, "0.0123": 0.01234,
		"1e-07": 1e-7, "1e+20": 1e20,
	} {
		if got := Num(x); got != want {
			t.Errorf("num(%v) = %q, want %q", x, got, want)
		}
	}
}

// TestFinding_settled wants a fact that is no number to decide nothing, and not to be told as one.
func TestFinding_settled(t *testing.T) {
	good := NewFact("good", 1, "")
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		f := Finding{Confirmed, "So.", []Fact{good, NewFact("quotient", x, "")}}.settled()
		if f.Verdict != Inconclusive || len(f.Facts) != 1 || f.Facts[0] != good || f.check() != nil {
			t.Errorf("a quotient of %v: %+v", x, f)
		}
	}
	if f := (Finding{Refuted, "So.", []Fact{good}}).settled(); f.Verdict != Refuted || len(f.Facts) != 1 {
		t.Errorf("numbers: %+v", f)
	}
}
