package gauge

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestQuantile(t *testing.T) {
	v := []float64{5, 1, 4, 2, 3}
	for q, want := range map[float64]float64{0: 1, 0.25: 2, 0.5: 3, 0.625: 3.5, 1: 5} {
		if got := Quantile(v, q); got != want {
			t.Errorf("the quantile %v is %v, want %v", q, got, want)
		}
	}
	if Median(nil) != 0 || Median([]float64{1, 2}) != 1.5 || v[0] != 5 {
		t.Error("the median of nothing is not 0, that of 1 and 2 not 1.5, or the values were moved")
	}
}

// TestIntervalNeeds: the median lies outside of n values if all are above it or all below.
func TestIntervalNeeds(t *testing.T) {
	sure := func(n float64) float64 { return 1 - 2*math.Exp2(-n) }
	if sure(IntervalNeeds) < 0.95 || sure(IntervalNeeds-1) >= 0.95 {
		t.Errorf("%d values are %.3f sure, one less %.3f; want the first number with 0.95",
			IntervalNeeds, sure(IntervalNeeds), sure(IntervalNeeds-1))
	}
}

// TestInterval draws samples, and wants 95 % of the intervals to have the median of
// the population, and not all of them, from IntervalNeeds values on.
func TestInterval(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{IntervalNeeds - 1, IntervalNeeds, 7, 20, 101} {
		const tries = 4000
		held := 0
		for range tries {
			v := make([]float64, n)
			for i := range v {
				v[i] = random.ExpFloat64()
			}
			if low, high := Interval(v); low <= math.Ln2 && math.Ln2 <= high {
				held++
			}
		}
		share := float64(held) / tries
		if share > 0.995 || n >= IntervalNeeds && share < 0.94 || n < IntervalNeeds && share > 0.945 {
			t.Errorf("of %d values %.3f of the intervals have the median", n, share)
		}
	}
}

func TestFit(t *testing.T) {
	x, y := []float64{1, 2, 3, 4}, []float64{5, 7, 9, 11}
	if a, b, r2 := Fit(x, y); a != 3 || b != 2 || r2 != 1 {
		t.Errorf("the line is %v + %v·x with R² %v, want 3 + 2·x with 1", a, b, r2)
	}
	if _, b, r2 := Fit(x, []float64{1, 1, 1, 1}); b != 0 || r2 != 0 {
		t.Errorf("constants have the slope %v and R² %v", b, r2)
	}
}
