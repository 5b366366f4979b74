package lab

import "testing"

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
