package abp

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/skua-go/skua/classic"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// A program is a computation. Its argument is how much of it is to be done.
type program struct {
	name  string
	size  int
	body  func(spins int) func(w *classic.Worker, size int) int
	nodes int                                           // or tasks, which it counts
	span  func(work, empty time.Duration) time.Duration // T∞, of T₁ with and without spinning
	spins int                                           // of a node or task, see gauge.Spin
}

func programsOf(levels, batches, steps int) []program {
	nodes := time.Duration(1)<<levels - 1
	return []program{
		{"tree", levels, tree, int(nodes), func(work, _ time.Duration) time.Duration { return work * time.Duration(levels) / nodes }, steps},
		{"owner", batches, owner, batches * batch, func(_, empty time.Duration) time.Duration { return empty }, steps},
	}
}

// tree is a full binary tree of equal nodes.
func tree(spins int) func(w *classic.Worker, levels int) int {
	var body func(w *classic.Worker, levels int) int
	body = func(w *classic.Worker, levels int) int {
		gauge.Burn(spins)
		if levels == 1 {
			return 1
		}
		other := classic.Fork(w, body, levels-1)
		return 1 + body(w, levels-1) + other.Join(w)
	}
	return body
}

// batch is how many tasks an owner has at a time. A deque of ABP of package classic has room for
// all of them.
const batch = 1 << 12

// owner forks all tasks of a batch before it joins them, so that thieves steal them one
// by one.
func owner(spins int) func(w *classic.Worker, batches int) int {
	task := func(*classic.Worker, none) int {
		gauge.Burn(spins)
		return 1
	}
	return func(w *classic.Worker, batches int) (sum int) {
		tasks := make([]*classic.Future[none, int], batch)
		for range batches {
			for i := range tasks {
				tasks[i] = classic.Fork(w, task, none{})
			}
			for i := range tasks {
				sum += tasks[batch-1-i].Join(w)
			}
		}
		return sum
	}
}

type none = struct{}

// kinds are the deques of a run, by their names in the samples.
var kinds = map[string]classic.Deque{"abp": classic.ABP, "locked": classic.Locked}

// A use is what one run took.
type use struct{ took, processor time.Duration }

var errNoProcessorTime = errors.New("this system does not tell how much processor time a process has had")

// run runs the program once, in a pool of its own.
func (p program) run(kind string, workers, spins int) (u use, err error) {
	pool, err := classic.New(classic.Config{Workers: workers, Deque: kinds[kind]})
	if err != nil {
		return u, err
	}
	defer pool.Close()
	before, told := gauge.ProcessorTime()
	if !told {
		return u, errNoProcessorTime
	}
	begin, counted := time.Now(), 0
	pool.Run(func(w *classic.Worker) { counted = p.body(spins)(w, p.size) })
	u.took = time.Since(begin)
	if counted != p.nodes {
		return u, fmt.Errorf("%s: %d workers on deques %s counted %d nodes or tasks of %d", p.name, workers, kind, counted, p.nodes)
	}
	after, _ := gauge.ProcessorTime()
	u.processor = after - before
	return u, nil
}

// beside takes samples while other processes run. Every worker has a thread of its own, as the
// processes of [ABP98] have, so that the system shares the processors out among them.
func (p program) beside(ctx context.Context, others, workers, rounds int) (rows []lab.Row, err error) {
	stop, err := startOthers(ctx, others)
	if err != nil {
		return nil, err
	}
	defer stop()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(workers, runtime.GOMAXPROCS(0))))
	for round := range rounds {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		of, err := p.round(workers, round)
		if err != nil {
			return nil, err
		}
		rows = append(rows, of...)
	}
	return rows, nil
}

// round runs the program on both deques, in turns of order, and on one worker.
func (p program) round(workers, round int) (rows []lab.Row, err error) {
	work, err := p.run("abp", 1, p.spins)
	if err != nil {
		return nil, err
	}
	empty, err := p.run("abp", 1, 0)
	if err != nil {
		return nil, err
	}
	turns := []string{"abp", "locked"}
	if round%2 == 1 {
		turns = []string{"locked", "abp"}
	}
	uses := map[string]use{}
	for _, kind := range turns {
		if uses[kind], err = p.run(kind, workers, p.spins); err != nil {
			return nil, err
		}
	}
	span := p.span(work.processor, empty.processor)
	bound := float64(work.processor) + float64(workers)*float64(span)
	for _, kind := range turns {
		u := uses[kind]
		row := lab.Row{"deque": kind, "round": round, "ms": gauge.Milliseconds(u.took), "used_ms": gauge.Milliseconds(u.processor),
			"got": float64(u.processor) / float64(u.took), "work_ms": gauge.Milliseconds(work.processor), "span_ms": gauge.Milliseconds(span),
			"c": float64(u.processor) / bound}
		if kind == "locked" {
			row["over_abp"] = float64(u.took) / float64(uses["abp"].took)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
