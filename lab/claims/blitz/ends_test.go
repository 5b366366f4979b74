package blitz

import (
	"math/rand/v2"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestEnds_verdict wants the verdict to follow from the samples.
func TestEnds_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, tree := range endTrees {
				for _, workers := range []int{2, 16} {
					for seed := range 3 {
						for _, way := range endWays {
							row := lab.Row{"tree": tree.name, "workers": workers, "seed": seed, "owner": way.owner, "thief": way.thief, "tasks": 1000, "misses": 500 + seed, "steals": 20 + seed}
							if way.owner == "oldest" {
								row["misses"] = 900
							}
							if way.thief == "youngest" {
								row["steals"] = 100
							}
							rows = append(rows, row)
						}
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"the youngest is cold":        trial.Set("misses", trial.Times(2), lab.Row{"owner": "youngest", "thief": "oldest", "tree": "random"}),
			"the oldest is small":         trial.Set("steals", trial.Times(6), lab.Row{"owner": "youngest", "thief": "oldest", "workers": 16}),
			"the oldest is as hot":        trial.Set("misses", trial.Times(0.5), lab.Row{"owner": "oldest"}),
			"the youngest brings as much": trial.Set("steals", trial.Times(0.1), lab.Row{"thief": "youngest"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"the oldest is hardly larger": trial.Set("steals", trial.Times(0.3), lab.Row{"thief": "youngest"}),
			"no thieves of the youngest": func(r lab.Row) lab.Row {
				if r["thief"] == "youngest" {
					return nil
				}
				return r
			},
		},
	}.Check(t, Ends)
}

// TestEnds_run wants all ways to run the same tasks, in no fewer steps than they can.
func TestEnds_run(t *testing.T) {
	res := trial.Run(t, Ends, map[string][]int{"workers": {1, 4}, "levels": {9}, "seeds": {1}})
	for _, tree := range endTrees {
		for _, workers := range []float64{1, 4} {
			of := res.Table.Where("tree", tree.name).Where("workers", workers)
			tasks := of.Values("tasks")
			if len(tasks) != 1 || tree.name == "balanced" && tasks[0] != 511 {
				t.Errorf("%s: the ways run %v tasks, want as many", tree.name, tasks)
			}
			for _, r := range of.Rows {
				if r["steps"].(float64) < tasks[0]/workers || workers == 1 && r["steals"] != 0.0 {
					t.Errorf("%v", r)
				}
			}
		}
	}
}

// TestBlockCache wants the block that was used longest ago to go.
func TestBlockCache(t *testing.T) {
	c := blockCache{most: 2}
	for i, step := range []struct {
		block int
		there bool
	}{{1, false}, {2, false}, {1, true}, {3, false}, {2, false}, {3, true}, {1, false}} {
		if got := c.use(step.block); got != step.there {
			t.Errorf("use %d of block %d: there %v, want %v", i, step.block, got, step.there)
		}
	}
}

// TestEndCrew_alone works out what one worker misses: one that takes the oldest runs a level after the
// other, and the youngest task's parent has just run.
func TestEndCrew_alone(t *testing.T) {
	balanced := endTrees[0].children
	misses := map[bool]int{}
	for _, youngest := range []bool{true, false} {
		c := newEndCrew(1, 4, youngest, false, rand.New(rand.NewPCG(1, 1)))
		misses[youngest] = c.run(balanced, 12)["misses"].(int)
	}
	if misses[true] > 2048 || misses[false] < 2000 {
		t.Errorf("misses of 4,095 tasks: youngest %d, at most half want; oldest %d, nearly one for each parent", misses[true], misses[false])
	}
}

// TestEndCrew_take wants owner and thief to take at their ends.
func TestEndCrew_take(t *testing.T) {
	for _, way := range endWays {
		for worker, end := range []string{way.owner, way.thief} {
			c := newEndCrew(2, 4, way.owner == "youngest", way.thief == "youngest", rand.New(rand.NewPCG(1, 1)))
			c.deques[0] = []endTask{{levels: 9}, {levels: 5}, {levels: 1}}
			want := map[string]int{"oldest": 9, "youngest": 1}[end]
			if got, ok := c.take(worker); !ok || got.levels != want || len(c.deques[0]) != 2 || c.row.steals != worker {
				t.Errorf("%+v: worker %d took %+v of three, %d steals", way, worker, got, c.row.steals)
			}
		}
	}
}
