package drive

import (
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/bench/internal/cases"
)

// TestRoundsByTime wants fifteen rounds of a cheap row, three of one that takes its
// time, and of an expensive one what three shares allow.
func TestRoundsByTime(t *testing.T) {
	for _, test := range []struct {
		round time.Duration
		want  int
	}{
		{rowTime / 100, mostRounds},
		{rowTime / 5, 5},
		{rowTime / 2, leastRounds},
		{rowTime, leastRounds},
		{rowTime * 3 / 2, 2},
		{rowTime * 2, 1},
	} {
		d := &Driver{}
		d.Plan([]cases.Case{toy("good")})
		rounds := 0
		for d.another(cases.Case{}, rounds, time.Duration(rounds)*test.round, test.round) {
			rounds++
		}
		if rounds != test.want {
			t.Errorf("a round takes %v: %d rounds, want %d", test.round, rounds, test.want)
		}
	}
}

// TestFirstRoundIsNotTheMeasure wants rounds to go on after a first one in which rivals
// deadlocked, which they are not asked to do again.
func TestFirstRoundIsNotTheMeasure(t *testing.T) {
	d := &Driver{}
	d.Plan([]cases.Case{toy("good")})
	if !d.another(cases.Case{}, leastRounds, rowTime*9/10, rowTime/100) {
		t.Error("cheap rounds stop after a dear one")
	}
}

func TestRoundsThatAreGiven(t *testing.T) {
	d := &Driver{Rounds: 2}
	if text := d.Plan([]cases.Case{toy("good")}); !strings.Contains(text, "1 rows, 2 rounds") {
		t.Errorf("the plan is %q", text)
	}
	if !d.another(cases.Case{}, 1, time.Hour, time.Hour) || d.another(cases.Case{}, 2, 0, 0) {
		t.Error("not two rounds")
	}
	if d.another(cases.Case{Kind: cases.Verdict}, 1, 0, 0) {
		t.Error("a verdict is asked for twice")
	}
}

// TestPlan wants a cheap row to leave time to the rows that follow, and an expensive one to
// take some of theirs.
func TestPlan(t *testing.T) {
	p := plan{left: 30 * time.Second, rows: 3}
	p.spend(2 * time.Second)
	if got := p.share(); got != 14*time.Second {
		t.Errorf("after a cheap row: %v, want 14 s", got)
	}
	p.spend(20 * time.Second)
	if got := p.share(); got != 8*time.Second {
		t.Errorf("after a dear row: %v, want 8 s", got)
	}
}

func TestWantsComputesOnce(t *testing.T) {
	calls := 0
	c := toy("good")
	c.Want = func(p cases.Params) string { calls++; return p.String() }
	want := wants(c)
	small, large := cases.Params{{Key: "n", Value: "1"}}, cases.Params{{Key: "n", Value: "2"}}
	if want(small) != "n=1" || want(large) != "n=2" || want(small) != "n=1" || calls != 2 {
		t.Errorf("%d computations, want one for each choice of parameters", calls)
	}
}

func TestQuotientsAreThoseOfTheSameRound(t *testing.T) {
	a, b := Cell{Rounds: []float64{10, 40, 6}}, Cell{Rounds: []float64{5, 20, 2}}
	if got := Quotients(a, b); got != (Figure{2, 2, 3}) {
		t.Errorf("%v, want 2 between 2 and 3", got)
	}
}
