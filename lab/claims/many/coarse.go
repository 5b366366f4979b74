package many

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab"
)

// Coarse runs tasks that last, and ask nothing of the scheduler meanwhile.
var Coarse = lab.Experiment{
	ID:     "coarse",
	Source: "[BL99], Section 6, and [RP22] Theorem 3.9",
	Claim: "On P processors a program takes T₁/P + O(T∞), however long its tasks are: an owner that is inside of one for long has given " +
		"away before what idle workers could run.",
	How: "P, 4·P and 16·P leaves, of 1 µs to 100 ms, which neither fork nor poll, by a binary tree of Both and by one Each. The scheduler's " +
		"own code runs them in the virtual machine room; and real pools run leaves that wait and need no processor. The time, of the second " +
		"run in a pool, is divided by T₁/P + T∞, where T∞ is one leaf.",
	Confirms: "With leaves of 30 µs or more, which is longer than a wake-up takes, no case takes more than 1.5 times T₁/P + T∞.",
	Refutes:  "A case with leaves of 1 ms or more takes more than 1.5 times as long.",
	Params: []lab.Param{
		{Name: "processors", Doc: "virtual processors, and workers", Quick: []int{2, 16}, Full: []int{2, 4, 16, 64}},
		{Name: "leaf", Doc: "µs that a leaf takes in the room", Quick: []int{1, 30, 1_000}, Full: []int{1, 30, 1_000, 100_000}},
		{Name: "wait", Doc: "µs that a leaf waits in a real pool", Quick: []int{30_000}, Full: []int{10_000, 100_000}},
		{Name: "each", Doc: "leaves for each worker", Quick: []int{1, 4}, Full: []int{1, 4, 16}},
		{Name: "seeds", Doc: "of the room, for each case", Quick: []int{1}, Full: []int{3}},
	},
	Kinds: lab.Kinds{Columns: []string{"place", "form"}, Judged: []string{"room tree", "room each", "real tree", "real each"},
		Alike: [][]string{{"room tree", "room each", "real tree", "real each"}}},
	Needs: lab.Needs{
		Columns: []lab.Need{{Column: "processors", Is: lab.Size}, {Column: "leaf", Is: lab.Size}, {Column: "ratio"}},
		Key:     []string{"place", "form", "processors", "leaf", "each", "seed"},
	},
	Run:   runCoarse,
	Judge: judgeCoarse,
	Plot:  plotCoarse,
}

const (
	inRoom   = "room"
	inPool   = "real"
	byBoth   = "tree"
	byEach   = "each"
	shortest = 30    // µs: leaves that are judged
	long     = 1_000 // µs: leaves that refute
	bar      = 1.5
)

// coarseRepeat is how many runs a pool makes, of which the last is judged: the first starts workers.
const coarseRepeat = 2

// A coarsePlan is one case.
type coarsePlan struct {
	place, form            string
	processors, leaf, each int
	seed                   int
}

func (p coarsePlan) key() lab.Row {
	return lab.Row{"place": p.place, "form": p.form, "processors": p.processors, "leaf": p.leaf, "each": p.each, "seed": p.seed}
}

// row is the sample of a case that took so long.
func (p coarsePlan) row(took time.Duration) lab.Row {
	us := float64(took) / float64(time.Microsecond)
	return lab.Row{"us": us, "ratio": us / float64(p.leaf*p.each+p.leaf)}
}

// depth is how many levels of forks the tree of the case has. Its processors are a power of two, and
// so is each.
func (p coarsePlan) depth() int { return int(math.Log2(float64(p.processors * p.each))) }

// coarsePlans are the cases of the one place.
func coarsePlans(place string, processors, leaf, each []int, seeds int) (list []coarsePlan) {
	for _, form := range []string{byBoth, byEach} {
		for _, p := range processors {
			for _, l := range leaf {
				for _, e := range each {
					for seed := range seeds {
						list = append(list, coarsePlan{place, form, p, l, e, seed})
					}
				}
			}
		}
	}
	return list
}

func runCoarse(ctx context.Context, r *lab.Runner) error {
	var list []sample
	for _, p := range coarsePlans(inRoom, r.Ints("processors"), r.Ints("leaf"), r.Ints("each"), r.Int("seeds")) {
		program, param := "tree", fmt.Sprintf("depth=%d", p.depth())
		if p.form == byEach {
			program, param = "leaves", fmt.Sprintf("each=%d", p.each)
		}
		list = append(list, sample{
			key:  p.key(),
			args: arguments(program, p.processors, coarseRepeat, r.Seed+uint64(p.seed), usual, param, fmt.Sprintf("leaf=%d", 1_000*p.leaf)),
			row:  func(l line) lab.Row { return p.row(time.Duration(l.Nanoseconds)) },
		})
	}
	if err := take(ctx, r, list); err != nil {
		return err
	}
	waits := coarsePlans(inPool, r.Ints("processors"), r.Ints("wait"), r.Ints("each"), 1)
	r.Expect(len(waits))
	for _, p := range waits {
		if err := r.Case(ctx, p.key(), func() ([]lab.Row, error) { return p.wait() }); err != nil {
			return err
		}
	}
	return nil
}

// wait runs the case on a new pool, with leaves that wait.
func (p coarsePlan) wait() ([]lab.Row, error) {
	pool, err := skua.New(skua.WithWorkers(p.processors))
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	leaf, n := time.Duration(p.leaf)*time.Microsecond, p.processors*p.each
	f := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		switch {
		case n == 1:
			time.Sleep(leaf) //skua:allow wait it stands for work, and a worker must be its own
		case p.form == byBoth:
			f.Both(n/2, n-n/2)
		default:
			ones := make([]int, n)
			for i := range ones {
				ones[i] = 1
			}
			f.Each(ones, make([]int, n))
		}
		return n
	})
	var took time.Duration
	for range coarseRepeat {
		begun := time.Now()
		f.On(pool, n)
		took = time.Since(begun)
	}
	return []lab.Row{p.row(took)}, nil
}
