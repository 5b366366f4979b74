package sim

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestLoop wants every index to be run once, by workers that do one thing at a time, and the
// same of the same seed.
func TestLoop(t *testing.T) {
	times := slices.Repeat([]float64{3, 1, 2}, 40)
	for workers := 1; workers <= 5; workers++ {
		for _, begin := range []string{"shares", "one"} {
			for _, steal := range []string{"half", "one", "none"} {
				c := LoopConfig{Times: times, Workers: workers, Begin: begin, Steal: steal, Try: 0.01, Seed: 1}
				out, err := Loop(c)
				if err != nil {
					t.Fatal(err)
				}
				busy, until := 0.0, make([]float64, workers)
				for _, s := range out.Stretches {
					if s.From < until[s.Worker] {
						t.Errorf("%+v: %+v begins before %v", c, s, until[s.Worker])
					}
					until[s.Worker] = s.To
					busy += s.To - s.From
				}
				if busy < 240-1e-6 || busy > 240+1e-6 || out.Steals > out.Tries || steal == "none" && out.Tries > 0 {
					t.Errorf("%+v: %v of work, want 240; %d steals, %d tries", c, busy, out.Steals, out.Tries)
				}
				if want := 240 / float64(workers); steal != "none" && out.Time > want+4 {
					t.Errorf("%+v: it takes %v, want about %v", c, out.Time, want)
				}
				if again, _ := Loop(c); !reflect.DeepEqual(again, out) {
					t.Errorf("%+v: the same seed gave %+v and %+v", c, out, again)
				}
			}
		}
	}
}

func TestLoopRefuses(t *testing.T) {
	for want, c := range map[string]LoopConfig{
		`begin "two"`:                {Workers: 1, Begin: "two", Try: 1},
		`steal "many"`:               {Workers: 1, Steal: "many", Try: 1},
		"Workers 0":                  {Try: 1},
		"a Try of 0":                 {Workers: 1},
		"a Try of -0.5":              {Workers: 1, Try: -0.5},
		"a Try of NaN":               {Workers: 1, Try: math.NaN()},
		"a Try of +Inf":              {Workers: 1, Try: math.Inf(1)},
		"a time of NaN for index 1":  {Workers: 1, Try: 1, Times: []float64{1, math.NaN()}},
		"a time of +Inf for index 0": {Workers: 1, Try: 1, Times: []float64{math.Inf(1)}},
		"a time of -1 for index 2":   {Workers: 1, Steal: "none", Times: []float64{1, 0, -1}},
	} {
		if _, err := Loop(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: the error is %v, want %q", c, err, want)
		}
	}
}
