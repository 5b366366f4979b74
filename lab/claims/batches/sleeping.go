package batches

import (
	"context"
	"fmt"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Sleeping is a skewed batch half of whose tasks sleep.
var Sleeping = lab.Experiment{
	ID:     "sleeping",
	Source: "[AI22] Experiment 2, its tasks that sleep; Results and Conclusion, on tasks that wait for network and I/O",
	Claim: "Work stealing also balances tasks that wait, if they say so: workers stand still while their tasks sleep, and with Blocking around " +
		"each sleep the batch takes as long as with a goroutine for each task.",
	How: "Half of the queues have tasks that compute, the other half tasks that sleep. A pool of skua with a worker for each processor runs " +
		"them, with plain sleeps and with Blocking around each; and so does one goroutine for each task. The three take turns, and each " +
		"sample of the pool is compared with that of the goroutines in the same turn.",
	Confirms: "With the longest sleeps the plain pool takes at least twice as long as goroutines, and with Blocking it takes at most 1.25 times " +
		"as long with each of the sleeps (medians of the turns' quotients).",
	Refutes: "With the longest sleeps the interval of the plain pool's quotient lies below two, or with one of the sleeps that of Blocking above 1.25.",
	Params: []lab.Param{
		{Name: "sleep", Doc: "µs that a task sleeps", Quick: []int{10, 100, 1000}, Full: []int{10, 30, 100, 300, 1000}},
		{Name: "queues", Doc: "with tasks of one kind", Quick: []int{4}, Full: []int{4}},
		{Name: "tasks", Doc: "in each queue", Quick: []int{100}, Full: []int{100}},
		{Name: "spins", Doc: "steps of about 1 ns in a task that computes", Quick: []int{50_000}, Full: []int{50_000}},
		{Name: "samples", Doc: "turns", Quick: []int{21}, Full: []int{51}},
	},
	Kinds: lab.Kinds{Columns: []string{"way"}, Judged: []string{"goroutines", "plain", "blocking"},
		Alike: [][]string{{"goroutines", "blocking"}}},
	Needs: lab.Needs{
		Columns: []lab.Need{{Column: "ms"}, {Column: "sleep_us"}, {Column: "sample", Is: lab.Count}},
		Key:     []string{"way", "sleep_us", "sample"},
		Crossed: []string{"sleep_us"},
	},
	Run:   runSleeping,
	Judge: judgeSleeping,
	Plot:  plotSleeping,
}

func runSleeping(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(r.Ints("sleep")))
	for _, us := range r.Ints("sleep") {
		load := nap{r.Int("queues"), r.Int("tasks"), r.Int("spins"), time.Duration(us) * time.Microsecond}
		err := r.Case(ctx, lab.Row{"sleep_us": us}, func() ([]lab.Row, error) {
			return load.measure(ctx, r.Workers, r.Int("samples"))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

const (
	standsStill = 2.0  // how many times as long as goroutines a pool takes whose workers wait
	asGood      = 1.25 // and one takes that is as good as goroutines
)

// overGoroutines returns, turn by turn, how many times as long as goroutines a way takes.
func overGoroutines(t *lab.Table, way string, us float64) (ratios []float64) {
	t = t.Where("sleep_us", us)
	for _, sample := range t.Values("sample") {
		turn := t.Where("sample", sample)
		took, by := turn.Where("way", way).Floats("ms"), turn.Where("way", "goroutines").Floats("ms")
		if len(took) == 1 && len(by) == 1 && by[0] > 0 {
			ratios = append(ratios, took[0]/by[0])
		}
	}
	return ratios
}

// NOT: a look whether processors are free. All three ways need them as much, in turns; and on
// fewer processors sleeping is what a pool stands still in, too.
func judgeSleeping(t *lab.Table) lab.Finding {
	sleeps := t.Values("sleep_us")
	var facts []lab.Fact
	surelyWorse, worst, at, few := false, 0.0, 0.0, len(sleeps) == 0
	for _, us := range sleeps {
		plain, blocking := overGoroutines(t, "plain", us), overGoroutines(t, "blocking", us)
		few = few || len(plain) < gauge.IntervalNeeds || len(blocking) < gauge.IntervalNeeds
		low, _ := gauge.Interval(blocking)
		surelyWorse = surelyWorse || low > asGood
		if m := gauge.Median(blocking); m > worst {
			worst, at = m, us
		}
		facts = append(facts, lab.NewFact(fmt.Sprintf("plain: time over that of goroutines, sleeps of %s µs", lab.Num(us)), gauge.Median(plain), ""),
			lab.NewFact(fmt.Sprintf("Blocking: time over that of goroutines, sleeps of %s µs", lab.Num(us)), gauge.Median(blocking), ""),
			lab.NewFact(fmt.Sprintf("plain: a sleep of %s µs takes", lab.Num(us)), t.Where("sleep_us", us).Where("way", "plain").Median("slept_us"), "µs"))
	}
	if few {
		return lab.Undecided("There are not %d turns of all three ways with each of the sleeps.", gauge.IntervalNeeds)
	}
	longest := overGoroutines(t, "plain", lab.Last(sleeps))
	_, high := gauge.Interval(longest)
	lost := gauge.Median(longest)
	reason := fmt.Sprintf("With sleeps of %s µs the plain pool takes %s times as long as goroutines; with Blocking a pool takes at most %s times as long (sleeps of %s µs).",
		lab.Num(lab.Last(sleeps)), lab.Num(lost), lab.Num(worst), lab.Num(at))
	f := lab.Undecided("%s", reason)
	switch {
	case surelyWorse || high < standsStill:
		f = lab.Judged(false, "%s", reason)
	case lost >= standsStill && worst <= asGood:
		f = lab.Judged(true, "%s", reason)
	}
	f.Facts = facts
	return f
}

func plotSleeping(t *lab.Table) []lab.Figure {
	f := lab.Figure{Title: "A batch half of whose tasks sleep", X: "µs that a task sleeps", Y: "time / time of goroutines", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "At 1 a pool is as good as a goroutine for each task."}
	for _, way := range []string{"plain", "blocking"} {
		s := lab.Series{Name: way}
		for _, us := range t.Values("sleep_us") {
			s.AddMedian(us, overGoroutines(t, way, us))
		}
		f.Series = append(f.Series, s)
	}
	return []lab.Figure{f}
}
