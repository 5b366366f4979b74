package blitz

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestCentralQueue_verdict wants the verdict to follow from the samples.
func TestCentralQueue_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for sample := range 21 {
				noise := 1 + float64(sample-10)/1000
				for _, grain := range []int{30, 1000, 30000} {
					for _, workers := range []int{1, 2} {
						for _, w := range queueWays {
							rate := float64(workers) * 1000 / float64(grain+50)
							if w.name == "central" {
								rate = 1000 / (float64(grain)/float64(workers) + 50*float64(workers))
							}
							if grain == 30 && w.name == "central" && workers == 2 {
								rate = 6
							}
							rows = append(rows, lab.Row{"grain_ns": grain, "workers": workers, "queue": w.name, "sample": sample, "leaf_ns": grain, "had": 0.97,
								"leaves_per_us": rate * noise, "efficiency": rate * float64(grain) / 1000 / float64(workers)})
						}
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"a central queue that scales":         trial.Set("leaves_per_us", trial.Times(2.5), lab.Row{"queue": "central", "workers": 2, "grain_ns": 30}),
			"deques that are a bottleneck":        trial.Set("leaves_per_us", trial.Times(0.5), lab.Row{"queue": "deques", "workers": 2, "grain_ns": 30}),
			"deques that one worker does not use": trial.Set("leaves_per_us", trial.Times(2), lab.Row{"queue": "deques", "workers": 1, "grain_ns": 30}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"a busy machine": trial.Set("had", trial.Times(0.6), nil),
			"one worker":     trial.Set("workers", func(float64) float64 { return 1 }, nil),
			"a central queue that is no bottleneck but for noise": func(r lab.Row) lab.Row {
				if r["queue"] == "central" && r["workers"] == 2.0 && r["grain_ns"] == 30.0 {
					r["leaves_per_us"] = 12.5 * 1.101 * (1 + (r["sample"].(float64)-10)/100)
				}
				return r
			},
			"no deques": func(r lab.Row) lab.Row {
				if r["queue"] == "deques" {
					return nil
				}
				return r
			},
		},
	}.Check(t, CentralQueue)
}

// TestCentralQueue_run takes a few samples of each way.
func TestCentralQueue_run(t *testing.T) {
	res := trial.Run(t, CentralQueue, map[string][]int{"grain": {100, 10000}, "samples": {3}, "work": {200}})
	for _, w := range queueWays {
		for _, workers := range res.Table.Values("workers") {
			for _, grain := range []int{100, 10000} {
				rows := res.Table.Where("queue", w.name).Where("workers", workers).Where("grain_ns", grain)
				if rate := rows.Floats("leaves_per_us"); len(rate) != 3 || slices.Min(rate) <= 0 {
					t.Errorf("%s, %v workers, %d ns: leaves per µs %v", w.name, workers, grain, rate)
				}
			}
		}
	}
}

// TestQueueSupplies wants every leaf to be run once, by any number of workers from
// any supply.
func TestQueueSupplies(t *testing.T) {
	const leaves = 1000
	for workers := 1; workers <= 4; workers++ {
		for name, supply := range map[string]queueSupply{
			"central": newLockedStack(), "sharing": newDealtQueues(workers), "deques": newRobbedDeques(workers),
		} {
			b := &queueBench{leaves: leaves, steps: 1, tasks: make([]queueTask, leaves)}
			counted := &countedSupply{queueSupply: supply}
			b.crew(workers, counted)
			if pushed, popped := counted.pushed.Load(), counted.popped.Load(); pushed != leaves || popped != leaves {
				t.Errorf("%s, %d workers: %d tasks pushed and %d popped, want one for each of %d leaves", name, workers, pushed, popped, leaves)
			}
		}
	}
}

type countedSupply struct {
	queueSupply
	pushed, popped atomic.Int64
}

func (c *countedSupply) push(worker int, t *queueTask) {
	c.pushed.Add(1)
	c.queueSupply.push(worker, t)
}

func (c *countedSupply) pop(worker int) *queueTask {
	t := c.queueSupply.pop(worker)
	if t != nil {
		c.popped.Add(1)
	}
	return t
}
