package blitz

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Overheads times a fork, a join, a steal and a wake-up.
var Overheads = lab.Experiment{
	ID:     "overheads",
	Source: "[BZ26] Performance Characteristics",
	Claim: "A fork, which is a push to a Chase-Lev deque, costs about 1 ns, a join 1 to 10 ns, a steal, which is a " +
		"compare-and-swap and accesses to memory, 5 to 50 ns and a wake-up 5 to 10 ns.",
	How: "Each operation alone, many times between two readings of the clock, the loop around it included: pushes to a Chase-Lev " +
		"deque and pops of what was pushed last; steals of a whole such deque by one thief on another thread; the call that wakes a " +
		"parked goroutine. Beside them: the other deques, forks and joins of typed frames, how long until a woken goroutine " +
		"runs, and until a thief that searches runs what was forked.",
	Confirms: "The median of each of the four costs at most twice what is printed, on whatever machine.",
	Refutes:  "The interval of one median lies wholly above twice what is printed.",
	Params: []lab.Param{
		{Name: "samples", Doc: "samples of each operation", Quick: []int{51}, Full: []int{501}},
		{Name: "burst", Doc: "pushes, pops, forks, joins or steals in a row", Quick: []int{256}, Full: []int{256}},
		{Name: "pause", Doc: "µs that a goroutine is parked before it is woken", Quick: []int{200}, Full: []int{1000}},
	},
	Kinds: lab.Kinds{Columns: []string{"operation"}, Judged: printedOperations, Timed: printedOperations,
		Alike: [][]string{{"pop chaselev", "wake"}},
		Shown: []string{"fork of a frame", "join of a frame", "wake to run", "fork to run", "push abp", "pop abp", "push stealhalf",
			"pop stealhalf", "push split", "pop split", "push locked", "pop locked"}},
	Needs: lab.Needs{
		Columns: []lab.Need{{Column: "ns"}},
	},
	Run:   runOverheads,
	Judge: judgeOverheads,
	Plot:  plotOverheads,
}

// printedOverheads are the source's upper bounds in ns. For a wake-up the source can only
// mean the time that the waker spends.
var printedOverheads = []overhead{{"push chaselev", "fork", 1}, {"pop chaselev", "join", 10}, {"steal", "steal", 50}, {"wake", "wake-up", 10}}

var printedOperations = []string{"push chaselev", "pop chaselev", "steal", "wake"}

type overhead struct {
	operation string
	printed   string // its name in the source
	ns        float64
}

func runOverheads(ctx context.Context, r *lab.Runner) error {
	samples, burst := r.Int("samples"), r.Int("burst")
	pause := time.Duration(r.Int("pause")) * time.Microsecond
	of := []struct {
		name string
		time func() ([]lab.Row, error)
	}{
		{"deques", func() ([]lab.Row, error) { return timeDeques(ctx, samples, burst) }},
		{"frames", func() ([]lab.Row, error) { return timeFrames(samples, burst) }},
		{"thief", func() ([]lab.Row, error) { return timeSteals(samples, burst), nil }},
		{"parker", func() ([]lab.Row, error) { return timeWakes(ctx, samples, pause) }},
		{"stolen", func() ([]lab.Row, error) { return timeStolenForks(samples) }},
	}
	r.Expect(len(of))
	for _, o := range of {
		if err := r.Case(ctx, lab.Row{"of": o.name}, o.time); err != nil {
			return err
		}
	}
	return nil
}

func judgeOverheads(t *lab.Table) lab.Finding {
	free := t.WithFreeProcessors()
	var medians []string
	var facts []lab.Fact
	confirmed, above := true, ""
	for _, p := range printedOverheads {
		ns := free.Where("operation", p.operation).Floats("ns")
		if len(ns) < lab.FewestSamples {
			return lab.Undecided("Of %s: %s", p.operation, lab.BusyMachine)
		}
		medians = append(medians, p.printed+" "+lab.Num(gauge.Median(ns)))
		confirmed = confirmed && gauge.Median(ns) <= 2*p.ns
		if low, high := gauge.Interval(ns); low > 2*p.ns {
			above += fmt.Sprintf(" A %s costs %s ns (%s to %s); printed are at most %s.",
				p.printed, lab.Num(gauge.Median(ns)), lab.Num(low), lab.Num(high), lab.Num(p.ns))
		}
	}
	f := lab.Undecided("A median is more than twice what is printed, but its interval is not.")
	if above != "" || confirmed {
		f = lab.Judged(above == "", "In ns: %s.%s", strings.Join(medians, ", "), above)
	}
	for _, operation := range t.Names("operation") {
		facts = append(facts, lab.NewFact(operation, free.Where("operation", operation).Median("ns"), "ns"))
	}
	f.Facts = facts
	return f
}

func plotOverheads(t *lab.Table) []lab.Figure {
	t = t.WithFreeProcessors()
	measured := lab.Series{Name: "measured: median with its interval"}
	printed := lab.Series{Name: "printed: at most", Dashed: true}
	for _, operation := range t.Names("operation") {
		ns := t.Where("operation", operation).Floats("ns")
		low, high := gauge.Interval(ns)
		measured.Labels = append(measured.Labels, operation)
		measured.Y = append(measured.Y, gauge.Median(ns))
		measured.Low, measured.High = append(measured.Low, low), append(measured.High, high)
		for _, p := range printedOverheads {
			if p.operation == operation {
				printed.Labels, printed.Y = append(printed.Labels, operation), append(printed.Y, p.ns)
			}
		}
	}
	return []lab.Figure{{
		Title:  "What the operations cost",
		Y:      "ns for one operation",
		LogY:   true,
		Kind:   lab.Bars,
		Series: []lab.Series{measured, printed},
		Note:   "Compare each measured bar with the printed one beside it; a step of the axis is a factor of ten.",
	}}
}
