package table

import (
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/drive"
	"github.com/skua-go/skua/lab/gauge"
)

func f(median float64) drive.Figure { return drive.Figure{Median: median, Low: median, High: median} }

// same fails unless the text is want but for the first line break.
func same(t *testing.T, got, want string) {
	t.Helper()
	if want = strings.TrimPrefix(want, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

var flat = drive.CaseResult{
	ID: "flat", Question: "What?", Unit: "task",
	Rows: []drive.Row{
		{Params: "n=10 steps=0", Rounds: 7, Crowded: 1, Cells: []drive.Cell{
			{Way: "serial", Version: "go1.26", NS: f(2.5)},
			{Way: "ideal", NS: f(1.25)},
			{Way: "skua scope", NS: f(151.2), Goroutines: 3},
			{Way: "ants", Version: "v2", Goroutines: 3000, NS: drive.Figure{Median: 1200, Low: 900, High: 1500}},
			{Way: "pond", NS: f(5000)},
			{Way: "lo", Verdict: drive.Lacks, Reason: "no tasks"},
			{Way: "rayon", Version: "1.6", Native: true, NS: f(99), Params: "n=5 steps=0"},
		}},
		{Params: "n=10 steps=50", Rounds: 4, Cells: []drive.Cell{
			{Way: "serial", NS: f(100)},
			{Way: "ideal", NS: f(50)},
			{Way: "skua scope", NS: f(90)},
			{Way: "ants", Verdict: "deadlocks", Reason: "as in an earlier case"},
			{Way: "pond", NS: f(200)},
			{Way: "lo", Verdict: drive.Lacks, Reason: "no tasks"},
			{Way: "rayon", Native: true, Verdict: "not built"},
		}},
	},
}

func TestTimesOfSeveralRows(t *testing.T) {
	same(t, Case(flat), `
### flat

What?

Time for one task, `+"`n=10`"+`, lowest in bold.

|                |     steps=0 |  steps=50 |
|----------------|------------:|----------:|
| serial         | **2.50 ns** |    100 ns |
| ideal          |     1.25 ns |     50 ns |
| **skua scope** |      151 ns | **90 ns** |
| ants           |     1.20 µs | deadlocks |
| pond           |        5 µs |    200 ns |
| rayon          |       99 ns | not built |

ran `+"`n=5 steps=0`"+`: rayon.

deadlocks (as in an earlier case): ants.

Goroutines at a time: ants 3000.

Rounds: 7, 4 (1 of them began without free processors).

Not asked, no tasks: lo.
`)
}

func TestCostsOfOneRow(t *testing.T) {
	c := drive.CaseResult{ID: "fib", Question: "What?", Unit: "fork", Rows: []drive.Row{{Params: "n=3", Rounds: 6, Cells: []drive.Cell{
		{Way: "skua", NS: drive.Figure{Median: 3, Low: 2, High: 4}, CPU: f(5), Allocs: 0.25, Goroutines: 2, Bytes: 3 << 20},
		{Way: "rayon", Native: true, NS: f(20), CPU: f(30), Bytes: 1 << 20},
	}}}}
	same(t, Case(c), `
### fib

What?

`+"`n=3`"+`

|          |          time / fork | processor time | allocations | goroutines | memory |
|----------|---------------------:|---------------:|------------:|-----------:|-------:|
| **skua** | **3 ns (2 ns–4 ns)** |           5 ns |        0.25 |          2 |   3 MB |
| rayon    |                20 ns |          30 ns |             |            |   1 MB |

Rounds: 6.
`)
}

func TestOtherKinds(t *testing.T) {
	cell := drive.Cell{Way: "ants", NS: f(1000), P99: f(2e6), CPU: f(3e3), Goroutines: 17, GCs: 2e-6, Allocs: 1, Bytes: 512}
	dead := drive.Cell{Way: "pond", Verdict: "deadlocks"}
	for kind, want := range map[cases.Kind][]string{
		cases.Latency: {"median", "1 µs", "2 ms", "deadlocks"},
		cases.Quiet:   {"processor time", "3 µs", "deadlocks"},
		cases.Grain:   {"smallest task", "1 µs", "deadlocks"},
		cases.Verdict: {"ends", "17", "deadlocks"},
		cases.Garbage: {"collections / million", "          2 |", "512 B", "deadlocks"},
	} {
		got := Case(drive.CaseResult{ID: "x", Unit: "task", Kind: kind, Rows: []drive.Row{{Cells: []drive.Cell{cell, dead}}}})
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("kind %d lacks %q:\n%s", kind, w, got)
			}
		}
	}
}

func TestShortHasTheBestOfEachSort(t *testing.T) {
	got := Short(&drive.Results{Workers: 2, Cases: []drive.CaseResult{flat, {ID: "liveness", Kind: cases.Verdict}}})
	same(t, got, `
|                               |  serial |   skua |  best Go rival |   best native |
|-------------------------------|--------:|-------:|---------------:|--------------:|
| flat, n=10 steps=0, per task  | 2.50 ns | 151 ns | 1.20 µs (ants) | 99 ns (rayon) |
| flat, n=10 steps=50, per task |  100 ns |  90 ns |  200 ns (pond) |               |
`)
	beyond := Short(&drive.Results{Workers: 2, Cases: []drive.CaseResult{{ID: "sort", Unit: "element", Rows: []drive.Row{
		{Cells: []drive.Cell{{Way: "serial", NS: f(9)}, {Way: "serial into", NS: f(7)}, {Way: "skua", NS: f(3)}}}}}}})
	same(t, beyond, `
|                     | serial | skua | best Go rival | best native |
|---------------------|-------:|-----:|--------------:|------------:|
| sort, per element † |   7 ns | 3 ns |               |             |

† More than 2 times as fast with 2 workers. That is not the workers' doing alone: skua's way has another algorithm than the serial one, or makes less memory.
`)
	if first := First(&drive.Results{Cases: []drive.CaseResult{flat}}); strings.Count(first, "flat") != 1 || !strings.Contains(first, "steps=0") {
		t.Errorf("the first row is not alone:\n%s", first)
	}
}

func TestPageSaysWhereItsNumbersComeFrom(t *testing.T) {
	page := Page(&drive.Results{
		Machine: gauge.Machine{CPU: "Abacus 3", Cores: 2, Commit: "abc123", Go: "go1.26"},
		Date:    time.Date(2026, 5, 4, 3, 2, 0, 0, time.UTC), Took: "9m", Command: "go run ./bench run", Workers: 2, Layouts: 3,
		Cases: []drive.CaseResult{flat},
	})
	for _, want := range []string{"Abacus 3", "2 cores", "abc123", "4 May 2026, 03:02 UTC", "`go run ./bench run` in 9m", "4 to 7 rounds with 2 workers", "4 minutes (1 of 11 began without)", "linked in 3 orders", "- ants: v2\n", "### flat"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}

func TestPageMarksWhatWasMeasuredApart(t *testing.T) {
	r := &drive.Results{Machine: gauge.Machine{CPU: "Abacus 3", Commit: "abc123"}, Date: time.Date(2026, 5, 4, 3, 2, 0, 0, time.UTC), Command: "bench run"}
	own := flat
	own.From = r.Origin()
	later := drive.CaseResult{ID: "fib", Unit: "fork", From: r.Origin()}
	later.From.Date = later.From.Date.Add(time.Hour)
	later.From.Machine.Commit = "def456"
	r.Cases = []drive.CaseResult{later, own}
	page := Page(r)
	head, fib, _ := strings.Cut(page, "### fib")
	fib, rest, _ := strings.Cut(fib, "### flat")
	if !strings.Contains(head, "Measured apart, on the same processor, as each of them says: fib.\n") {
		t.Errorf("the head does not name the case that was measured apart:\n%s", head)
	}
	if !strings.Contains(fib, "Measured apart, on 4 May 2026, 04:02 UTC by `bench run`") || !strings.Contains(fib, "def456") {
		t.Errorf("the case does not say when it was measured:\n%s", fib)
	}
	if strings.Contains(rest, "apart") {
		t.Errorf("a case of the run itself is marked:\n%s", rest)
	}
}

func TestScaling(t *testing.T) {
	c := drive.CaseResult{ID: "scaling", Question: "What?", Unit: "unit", Kind: cases.Scaling, Rows: []drive.Row{
		{Params: "program=fib n=3", Rounds: 3, Cells: []drive.Cell{
			{Way: cases.ScalingOne, NS: f(12), Rounds: []float64{10, 12, 20}},
			{Way: cases.ScalingApart, NS: f(6), Rounds: []float64{6, 6, 12}},
			{Way: cases.ScalingAll, NS: f(6), Rounds: []float64{5, 6, 12}},
		}},
		{Params: "program=sort n=4", Rounds: 3, Cells: []drive.Cell{
			{Way: cases.ScalingOne, Verdict: "crashes"},
			{Way: cases.ScalingApart, NS: f(6), Rounds: []float64{6, 6, 6}},
			{Way: cases.ScalingAll, NS: f(6), Rounds: []float64{6, 6, 6}},
		}},
	}}
	same(t, Case(c), `
### scaling

What?

|          | one worker | a pool each | one pool |         speed-up | the machine allows |          of that |
|----------|-----------:|------------:|---------:|-----------------:|-------------------:|-----------------:|
| fib n=3  |      12 ns |        6 ns |     6 ns | 2.00 (1.67–2.00) |   1.67 (1.67–2.00) | 1.00 (1.00–1.20) |
| sort n=4 |    crashes |        6 ns |     6 ns |                  |                    | 1.00 (1.00–1.00) |

Rounds: 3.
`)
}

func TestNumbers(t *testing.T) {
	for ns, want := range map[float64]string{0: "0 ns", 0.123: "0.12 ns", 12.34: "12.3 ns", 999.4: "999 ns", 999.9: "1.00 µs", 1e6: "1 ms", 2.5e9: "2.50 s", 9e12: "9000 s"} {
		if got := Duration(ns); got != want {
			t.Errorf("Duration(%v) = %q, want %q", ns, got, want)
		}
	}
}

func TestRegionWithoutMarksIsLeft(t *testing.T) {
	for _, text := range []string{"", "text\n", "text\n" + regionBegin, regionEnd + regionBegin} {
		if got, ok := replaceRegion(text, "new\n"); ok || got != text {
			t.Errorf("without marks %q becomes %q", text, got)
		}
	}
}

// TestCase_energy wants the processors in use, and the sleeps, of each way but the computed one.
func TestCase_energy(t *testing.T) {
	cell := func(way string, ns, cpu, waits float64) drive.Cell {
		return drive.Cell{Way: way, NS: drive.Figure{Median: ns}, CPU: drive.Figure{Median: cpu}, Waits: drive.Figure{Median: waits}}
	}
	row := func(params string) drive.Row {
		return drive.Row{Params: params, Cells: []drive.Cell{cell("skua par", 10, 15, 120), cell(drive.Ideal, 5, 0, 0), cell("spin", 20, 40, 3)}}
	}
	c := drive.CaseResult{ID: "regions", Unit: "loop", Energy: true, Rows: []drive.Row{row("a=1"), row("a=2")}}
	_, text, _ := strings.Cut(Case(c), "Processors in use")
	for _, want := range []string{"1.5; 120", "2.0; 3"} {
		if strings.Count(text, want) != 2 {
			t.Errorf("%q is not there twice:\n%s", want, text)
		}
	}
	if strings.Contains(text, drive.Ideal) {
		t.Errorf("what was computed used no processors:\n%s", text)
	}
	c.Energy = false
	if strings.Contains(Case(c), "Processors in use") {
		t.Error("told although nobody asked")
	}
}
