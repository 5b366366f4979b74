package drive

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/bench/internal/cases"
)

// TestMain lets the test be its own child, as bench is: it behaves as the way is
// called.
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "one" {
		behave(os.Args[3])
	}
	os.Exit(m.Run())
}

func behave(name string) {
	switch name {
	case "good", "serial":
		json.NewEncoder(os.Stdout).Encode(Sample{Case: "toy", Peer: name, Answer: "42", Ops: 2, NS: []float64{10, 30, 20}, CPU: []float64{40}, Allocs: 4, Bytes: 1 << 40})
		os.Exit(0)
	case "lies":
		json.NewEncoder(os.Stdout).Encode(Sample{Case: "toy", Peer: name, Answer: "43", Ops: 2, NS: []float64{1}})
		os.Exit(0)
	case "mumbles":
		fmt.Println("what?")
		os.Exit(0)
	case "crashes":
		panic("on purpose")
	case "lacks":
		fmt.Fprintln(os.Stderr, "bench: no loop")
		os.Exit(ExitCannot)
	case "deadlocks":
		fmt.Fprintln(os.Stderr, "fatal error: all goroutines are asleep - deadlock!") // a test has others that wait
		os.Exit(2)
	case "hangs":
		io.Copy(io.Discard, os.Stdin) // the test holds the other end
		time.Sleep(time.Hour)         // or there is none
	case "runs":
		for {
			grind()
		}
	}
}

//go:noinline
func grind() {
	for range 1_000_000 {
	}
}

func toy(names ...string) cases.Case {
	return cases.Case{
		ID:   "toy",
		Unit: "thing",
		Rows: func(bool) []cases.Params { return []cases.Params{{{Key: "n", Value: "1"}}} },
		Want: func(cases.Params) string { return "42" },
		Ways: func() []cases.Way {
			var ways []cases.Way
			for _, n := range names {
				ways = append(ways, cases.Way{Name: n, Needs: "forks"})
			}
			return ways
		},
	}
}

func driver(t *testing.T) *Driver {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &Driver{Self: self, Workers: 2, Rounds: 2, Deadline: time.Minute, Stall: time.Minute, Progress: io.Discard}
}

// cell runs a case of one way and returns its cell.
func cell(t *testing.T, d *Driver, c cases.Case) Cell {
	t.Helper()
	result, err := d.Run(t.Context(), c)
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	return result.Rows[0].Cells[0]
}

func TestCellOfAGoodChild(t *testing.T) {
	got := cell(t, driver(t), toy("good"))
	if got.Verdict != "" || got.NS.Median != 10 || got.CPU.Median != 20 || got.Allocs != 2 || got.Bytes != 1<<40 {
		t.Errorf("cell is %+v, want the median of 20 for two units, 40 of processor time, 4 allocations, the memory it says", got)
	}
}

func TestIdealIsTheSerialTimeOverTheWorkers(t *testing.T) {
	c := toy("serial")
	c.Ideal = true
	result, err := driver(t).Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	cells := result.Rows[0].Cells
	if len(cells) != 2 || cells[1].Way != Ideal || cells[1].NS.Median != cells[0].NS.Median/2 {
		t.Errorf("cells are %+v, want half of the first as the second, for two workers", cells)
	}
}

func TestVerdicts(t *testing.T) {
	for name, want := range map[string]string{"crashes": crashes, "lacks": Lacks} {
		if got := cell(t, driver(t), toy(name)); got.Verdict != want {
			t.Errorf("the child %s: verdict %q, want %q", name, got.Verdict, want)
		}
	}
	if got := cell(t, driver(t), toy("lacks")); got.Reason != "no loop" {
		t.Errorf("reason %q, want what the child said", got.Reason)
	}
}

func TestDeadlockIsToldByTheRuntime(t *testing.T) {
	if got := cell(t, driver(t), toy("deadlocks")); got.Verdict != deadlocks {
		t.Errorf("verdict %q, want %q", got.Verdict, deadlocks)
	}
}

func TestStallIsADeadlock(t *testing.T) {
	if _, _, ok := progress(os.Getpid()); !ok {
		return // no /proc: the deadline has to do, as the next test says
	}
	d := driver(t)
	d.Stall = 200 * time.Millisecond
	c := toy("hangs")
	if got := cell(t, d, c); got.Verdict != deadlocks {
		t.Errorf("verdict %q, want %q", got.Verdict, deadlocks)
	}
	d.Stall = time.Hour // so that only memory can tell
	if got := cell(t, d, c); got.Verdict != deadlocks || got.Reason == "" {
		t.Errorf("the second case: verdict %q, reason %q, want the one of the first", got.Verdict, got.Reason)
	}
}

func TestBusyChildIsLate(t *testing.T) {
	d := driver(t)
	d.Deadline = 500 * time.Millisecond
	d.Stall = 200 * time.Millisecond
	if got := cell(t, d, toy("runs")); got.Verdict != "> 0 s" {
		t.Errorf("verdict %q, want that it was late", got.Verdict)
	}
}

func TestWrongAnswerEndsTheRun(t *testing.T) {
	for name, want := range map[string]string{"lies": `lies: the answer is "43", want "42"`, "mumbles": "instead of a sample"} {
		_, err := driver(t).Run(t.Context(), toy("good", name))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the child %s: error %v, want one with %q", name, err, want)
		}
	}
}

func TestNativeProgramThatIsNotBuilt(t *testing.T) {
	c := toy("x")
	c.Ways = func() []cases.Way { return []cases.Way{{Name: "x", Native: "no such program"}} }
	if got := cell(t, driver(t), c); got.Verdict != notBuilt {
		t.Errorf("verdict %q, want %q", got.Verdict, notBuilt)
	}
}

func TestSpareNativeProgramThatIsNotBuiltIsMissing(t *testing.T) {
	c := toy("good")
	good := c.Ways
	c.Ways = func() []cases.Way {
		return append(good(), cases.Way{Name: "x", Native: "no such program", Spare: true})
	}
	result, err := driver(t).Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(result.Rows[0].Cells); n != 1 {
		t.Errorf("%d ways in the table, want the one that can run", n)
	}
}

func TestInterruptEndsTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := driver(t).Run(ctx, toy("good")); err == nil {
		t.Error("a run with an ended context succeeds")
	}
}

func TestOnlySomePeers(t *testing.T) {
	d := driver(t)
	d.Peers = []string{"good"}
	result, err := d.Run(t.Context(), toy("lies", "good"))
	if err != nil || len(result.Rows[0].Cells) != 1 {
		t.Errorf("error %v, cells %v: want those of one way", err, result.Rows)
	}
}

func TestLateRoundsDoNotCountBesideOthers(t *testing.T) {
	good := ending{Sample: Sample{Ops: 1, NS: []float64{5}, CPU: []float64{5}}}
	late := ending{Verdict: lateMark + "1 s"}
	if got := cellOf(cases.Way{}, []ending{good, late}); got.Verdict != "" || got.NS.Median != 5 {
		t.Errorf("cell is %+v, want the round that was in time", got)
	}
	if got := cellOf(cases.Way{}, []ending{late, late}); got.Verdict != "> 1 s" {
		t.Errorf("verdict %q, want that all were late", got.Verdict)
	}
}

func TestMeasureRepeatsWithinTheBudget(t *testing.T) {
	calls, before := 0, 0
	c := cases.Case{ID: "toy"}
	w := cases.Way{Name: "way", Start: func(cases.Params, int) (*cases.Run, error) {
		return &cases.Run{
			Ops:    7,
			Before: func() { before++ },
			Once:   func() { calls++ },
			Answer: func() string { return fmt.Sprint(calls == before) },
		}, nil
	}}
	s, err := Measure(c, w, nil, 2, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.NS) != mostRepetitions || calls != mostRepetitions+1 || s.Answer != "true" || s.Ops != 7 {
		t.Errorf("%d times of %d calls, %d prepared, %v units: want %d after one warm-up, each prepared",
			len(s.NS), calls, before, s.Ops, mostRepetitions)
	}
}

func TestMeasureTakesASlowWarmUpAsTheSample(t *testing.T) {
	calls := 0
	w := cases.Way{Start: func(cases.Params, int) (*cases.Run, error) {
		return &cases.Run{Ops: 1, Once: func() { calls++; grind() }}, nil
	}}
	s, err := Measure(cases.Case{}, w, nil, 2, 0)
	if err != nil || calls != 1 || len(s.NS) != 1 || s.Note == "" {
		t.Errorf("%d calls, %d times, note %q, error %v: want one of each", calls, len(s.NS), s.Note, err)
	}
}

func TestResultsAreKept(t *testing.T) {
	name := t.TempDir() + "/r.json"
	want := &Results{Workers: 3, Cases: []CaseResult{{ID: "toy", Rows: []Row{{Params: "n=1", Cells: []Cell{{Way: "x", NS: Figure{1, 2, 3}}}}}}}}
	if err := want.Save(name); err != nil {
		t.Fatal(err)
	}
	got, err := Load(name)
	if err != nil || got.Workers != 3 || got.Cases[0].Rows[0].Cells[0].NS.High != 3 {
		t.Errorf("loaded %+v, %v: want what was saved", got, err)
	}
}

func TestMeasureTimesShortRepetitionsInBatches(t *testing.T) {
	calls := 0
	w := cases.Way{Start: func(cases.Params, int) (*cases.Run, error) {
		return &cases.Run{Ops: 1, Once: func() {
			if calls++; calls == 1 {
				time.Sleep(shortest) // a cold start says nothing about what follows
			}
		}}, nil
	}}
	s, err := Measure(cases.Case{}, w, nil, 2, time.Hour)
	if err != nil || calls < 10*len(s.NS) {
		t.Errorf("%d calls for %d times, error %v: want batches", calls, len(s.NS), err)
	}
}
