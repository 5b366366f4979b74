package cases

import "testing"

func TestTurfSleep(t *testing.T) {
	allAnswer(t, turfSleepCase, params("n", 100, "cap", 8, "us", 1))
}

func TestTurfStack(t *testing.T) {
	allAnswer(t, turfStackCase, params("n", 100, "depth", 1000))
}

func TestTurfSinc(t *testing.T) {
	for _, n := range []int{0, 1, 1000} {
		allAnswer(t, turfSincCase, params("n", n))
	}
}
