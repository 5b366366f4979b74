package blitz

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Overheads times a fork, a join, a steal and a wake-up.
var Overheads = lab.Experiment{
	ID:     "overheads",
	Source: "[BZ26] Performance Characteristics",
	Claim:  "A fork costs about 1 ns, a join 1 to 10 ns, a steal 5 to 50 ns and a wake-up 5 to 10 ns.",
	How: "Each operation alone, many times between two readings of the clock, the loop around it included: " +
		"forks and joins of typed frames that nobody steals; steals of a whole Chase-Lev deque by one thief on " +
		"another thread; the call that wakes a parked goroutine, and how long until that goroutine runs.",
	Confirms: "The median of each of the four costs at most twice what is printed, on whatever machine.",
	Refutes:  "The interval of one median lies wholly above twice what is printed.",
	Params: []lab.Param{
		{Name: "samples", Doc: "samples of each operation", Quick: []int{51}, Full: []int{501}},
		{Name: "burst", Doc: "forks, joins or steals in a row", Quick: []int{256}, Full: []int{256}},
		{Name: "pause", Doc: "µs that a goroutine is parked before it is woken", Quick: []int{200}, Full: []int{1000}},
	},
	Run:   runOverheads,
	Judge: judgeOverheads,
	Plot:  plotOverheads,
}

// printedOverheads are the source's upper bounds in ns. For a wake-up the source can only
// mean the time that the waker spends.
var printedOverheads = []overhead{{"fork", 1}, {"join", 10}, {"steal", 50}, {"wake", 10}}

type overhead struct {
	operation string
	ns        float64
}

func runOverheads(ctx context.Context, r *lab.Runner) error {
	samples, burst := r.Int("samples"), r.Int("burst")
	pause := time.Duration(r.Int("pause")) * time.Microsecond
	r.Expect(3)
	err := r.Case(ctx, lab.Row{"of": "frames"}, func() ([]lab.Row, error) { return timeFrames(samples, burst) })
	if err == nil {
		err = r.Case(ctx, lab.Row{"of": "deque"}, func() ([]lab.Row, error) { return timeSteals(samples, burst), nil })
	}
	if err == nil {
		err = r.Case(ctx, lab.Row{"of": "parker"}, func() ([]lab.Row, error) { return timeWakes(ctx, samples, pause) })
	}
	return err
}

// perOperation returns a row for n operations since begin.
func perOperation(operation string, begin time.Time, n int) lab.Row {
	return lab.Row{"operation": operation, "ns": float64(time.Since(begin)) / float64(n)}
}

// timeFrames forks burst times, each on the frame that the last fork returned,
// and joins in reverse order.
func timeFrames(samples, burst int) (rows []lab.Row, err error) {
	pool, err := skua.New(skua.WithWorkers(1)) // no thief asks for the forks
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	const rounds = 64 // the clock costs as much as ten forks; the first round warms up
	pending := make([]*skua.Frame[int, int], burst)
	skua.NewFunc(func(f *skua.Frame[int, int], _ int) int {
		for range samples {
			var forks, joins time.Duration
			for range rounds {
				begin := time.Now()
				for i := range pending {
					pending[i] = f
					f = f.Fork(i)
				}
				between := time.Now()
				for i := range pending {
					f = pending[len(pending)-1-i]
					_, _ = f.Join()
				}
				forks += between.Sub(begin)
				joins += time.Since(between)
			}
			n := float64(rounds * burst)
			rows = append(rows, lab.Row{"operation": "fork", "ns": float64(forks) / n},
				lab.Row{"operation": "join", "ns": float64(joins) / n})
		}
		return 0
	}).On(pool, 0)
	return rows, nil
}

// timeSteals has a thief empty a deque that an owner on another thread has filled.
func timeSteals(samples, burst int) (rows []lab.Row) {
	var d deque.ChaseLev[int]
	items := make([]int, burst)
	full, empty := make(chan bool), make(chan bool)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		for range samples {
			for i := range items {
				d.Push(&items[i])
			}
			full <- true
			<-empty
		}
	}()
	for range samples {
		<-full
		got := 0
		begin := time.Now()
		for range items {
			if _, outcome := d.Steal(); outcome == deque.Got {
				got++
			}
		}
		rows = append(rows, perOperation("steal", begin, got)) // the only thief
		empty <- true
	}
	return rows
}

// timeWakes wakes a goroutine that has been parked for pause, so that its thread
// has gone to sleep too.
func timeWakes(ctx context.Context, samples int, pause time.Duration) (rows []lab.Row, err error) {
	var ran atomic.Int64 // ns after zero
	zero := time.Now()
	asleep, done := park.New(), park.New()
	go func() {
		for range samples {
			asleep.Park()
			ran.Store(int64(time.Since(zero)))
			done.Unpark()
		}
	}()
	for range samples {
		time.Sleep(pause)
		begin := time.Now()
		asleep.Unpark()
		rows = append(rows, perOperation("wake", begin, 1))
		done.Park()
		rows = append(rows, lab.Row{"operation": "wake to run", "ns": float64(ran.Load()) - float64(begin.Sub(zero))})
	}
	return rows, ctx.Err()
}

func judgeOverheads(t *lab.Table) lab.Finding {
	var facts []lab.Fact
	confirmed, above := true, ""
	for _, p := range printedOverheads {
		ns := t.Where("operation", p.operation).Floats("ns")
		if len(ns) == 0 {
			return lab.Undecided("There is no sample of a %s.", p.operation)
		}
		facts = append(facts, lab.NewFact(p.operation, gauge.Median(ns), "ns"))
		confirmed = confirmed && gauge.Median(ns) <= 2*p.ns
		if low, high := gauge.Interval(ns); low > 2*p.ns {
			above += fmt.Sprintf(" A %s costs %s ns (%s to %s); printed are at most %s.",
				p.operation, lab.Num(gauge.Median(ns)), lab.Num(low), lab.Num(high), lab.Num(p.ns))
		}
	}
	f := lab.Undecided("A median is more than twice what is printed, but its interval is not.")
	if above != "" || confirmed {
		f = lab.Judged(above == "", "Fork %s, join %s, steal %s, wake %s ns.%s",
			lab.Num(facts[0].Value), lab.Num(facts[1].Value), lab.Num(facts[2].Value), lab.Num(facts[3].Value), above)
	}
	run := t.Where("operation", "wake to run").Median("ns")
	f.Facts = append(facts, lab.NewFact("wake until it runs", run, "ns"))
	return f
}

func plotOverheads(t *lab.Table) []lab.Figure {
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
