package blitz

import (
	"context"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Sleep measures what idle workers use, and how soon they run a new task.
var Sleep = lab.Experiment{
	ID:     "sleep",
	Source: "[BZ26] Progressive Sleep; The Stealing Loop",
	Claim: "Workers that yield for a while and then sleep cost nothing when there is nothing to do, take new work within 1 to 5 µs " +
		"while they yield, and wake quickly after that.",
	How: "Idle workers of a skua pool, goroutines that spin and yield, and goroutines that wait on a channel: the processor time " +
		"of the process while one of each kind for each processor has nothing to do; and the time from just before a task is given " +
		"to them until it runs, so long after the task before as the pause says. Who gives the task keeps a processor busy meanwhile.",
	Confirms: "Idle, skua uses at most 1 % of one processor, and at most a twentieth of what spinning uses; after the shortest pause " +
		"a task runs within 5 µs, after the longest within 1.5 times what a channel takes (medians).",
	Refutes: "The interval of one of these four lies beyond its bound.",
	Params: []lab.Param{
		{Name: "idle", Doc: "ms without work", Quick: []int{200}, Full: []int{1000}},
		{Name: "idles", Doc: "times that each kind of worker is left without work", Quick: []int{9}, Full: []int{21}},
		{Name: "pause", Doc: "µs between two tasks", Quick: []int{1, 10, 100, 1000}, Full: []int{1, 3, 10, 30, 100, 300, 1000, 3000, 10000}},
		{Name: "samples", Doc: "tasks for each kind and pause", Quick: []int{51}, Full: []int{501}},
	},
	Kinds: lab.Kinds{Columns: []string{"kind"}, Judged: []string{"skua", "spinning", "channel"}, Timed: []string{"skua", "spinning", "channel"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "processors", Is: lab.NotNegative, Some: true, Where: lab.Row{"what": "idle"}}, {Column: "ns", Where: lab.Row{"what": "wake"}},
			{Column: "pause_us", Where: lab.Row{"what": "wake"}},
		},
		Crossed: []string{"what"},
	},
	Run:   runSleep,
	Judge: judgeSleep,
	Plot:  plotSleep,
}

func runSleep(ctx context.Context, r *lab.Runner) error {
	r.Expect(1 + len(r.Ints("pause")))
	err := r.Case(ctx, lab.Row{"what": "idle"}, func() (rows []lab.Row, err error) {
		crews, end, err := newIdleCrews(r.Workers)
		if err != nil {
			return nil, err
		}
		defer end()
		for range r.Int("idles") {
			rows = append(rows, leaveIdle(crews, r.Workers, time.Duration(r.Int("idle"))*time.Millisecond)...)
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
		}
		return rows, nil
	})
	for _, pause := range r.Ints("pause") {
		if err != nil {
			return err
		}
		err = r.Case(ctx, lab.Row{"what": "wake", "pause_us": pause}, func() (rows []lab.Row, err error) {
			crews, end, err := newIdleCrews(max(1, r.Workers-1))
			if err != nil {
				return nil, err
			}
			defer end()
			for range r.Int("samples") {
				rows = append(rows, wakeEach(crews, r.Workers, time.Duration(pause)*time.Microsecond)...)
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
			}
			return rows, nil
		})
	}
	return err
}

// leaveIdle leaves each crew in turn without work.
func leaveIdle(crews []idleCrew, workers int, idle time.Duration) (rows []lab.Row) {
	had := gauge.FreeShare(workers, gauge.ShortLook)
	for _, c := range crews {
		c.begin()
		c.do(func() {}) // so that the workers have just had some
		before, ok := gauge.ProcessorTime()
		begin := time.Now()
		time.Sleep(idle)
		after, _ := gauge.ProcessorTime()
		if took := time.Since(begin); ok {
			rows = append(rows, lab.Row{"kind": c.kind, "workers": workers, "had": had, "processors": float64(after-before) / float64(took)})
		}
		c.stop()
	}
	return rows
}

// wakeEach gives each crew in turn a task, a pause after the one before.
func wakeEach(crews []idleCrew, workers int, pause time.Duration) (rows []lab.Row) {
	had := gauge.FreeShare(workers, gauge.ShortLook)
	for _, c := range crews {
		c.begin()
		c.do(func() {})
		for begin := time.Now(); time.Since(begin) < pause; {
		}
		begin := time.Now()
		given, ran := c.do(func() {})
		rows = append(rows, lab.Row{"kind": c.kind, "had": had, "ns": float64(ran.Sub(begin)), "give_ns": float64(given.Sub(begin))})
		c.stop()
	}
	return rows
}
