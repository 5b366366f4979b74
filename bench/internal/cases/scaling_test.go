package cases

import (
	"sync"
	"testing"
)

// TestSideBySide wants runs to be under way at the same time, to count as one of all
// their units, and to answer only what they agree on.
func TestSideBySide(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	prepared, closed := 0, 0
	answers := []string{"42", "42"}
	var runs []*Run
	for i := range answers {
		runs = append(runs, &Run{
			Ops:    7,
			Before: func() { prepared++ },
			Once: func() {
				both.Done()
				both.Wait() // for ever, if one came after the other
			},
			Answer: func() string { return answers[i] },
			Close:  func() { closed++ },
		})
	}
	all := sideBySide(runs)
	all.Before()
	all.Once()
	if all.Ops != 14 || prepared != 2 || all.Answer() != "42" {
		t.Errorf("%d units, %d prepared, answer %q: want 14, 2, 42", all.Ops, prepared, all.Answer())
	}
	answers[1] = "43"
	if got := all.Answer(); got == "42" {
		t.Error("two answers are one")
	}
	if all.Close(); closed != 2 {
		t.Errorf("%d closed, want 2", closed)
	}
}

// TestScalingWays wants a pool each to have a whole program each, and the others one.
func TestScalingWays(t *testing.T) {
	p := params("program", "fib", "n", 10)
	ops := map[string]int{}
	for _, w := range scalingCase.Ways() {
		run, err := w.Start(p, 3)
		if err != nil {
			t.Fatal(err)
		}
		ops[w.Name] = run.Ops
		run.Close()
	}
	one := ops[ScalingOne]
	if one == 0 || ops[ScalingApart] != 3*one || ops[ScalingAll] != one {
		t.Errorf("units %v: want three times those of one for a pool each of three", ops)
	}
}
