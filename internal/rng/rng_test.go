package rng

import "testing"

func TestBelow(t *testing.T) {
	for seed := range uint64(4) {
		r := New(seed)
		var hits [7]int
		for range 70000 {
			hits[r.Below(7)]++
		}
		for k, n := range hits {
			if n < 9500 || n > 10500 {
				t.Errorf("seed %d: %d came %d times of 70000", seed, k, n)
			}
		}
	}
}
