package batches

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/skua-go/skua/lab"
)

// The times of the model, in calls of fib. A steal and a look at empty deques cost about as
// much as a hundred calls; a worker has a core for 10 ms at a time, about four million.
const (
	stealCalls = 100
	sliceCalls = 4e6
)

// A coreModel runs a crew in a batch on simulated cores, one event after the other: the core
// whose clock is behind those of all others acts next. Workers that are more than the cores
// wait for one in line. A worker may be taken off its core after a task; it yields before each
// attempt to steal, as a crew's does.
type coreModel struct {
	queues   [][]int // tasks of each worker, the oldest first
	stealing bool
	random   *rand.Rand

	cores []core
	line  []waiting // workers without a core, first come first served

	end, wait float64
	stole     int
}

// A core is free if its worker is -1.
type core struct {
	now, until float64 // its clock; the end of the worker's slice
	worker     int
	robs       bool // the worker found its deque empty, and has yielded
}

type waiting struct {
	worker int
	since  float64
	robs   bool
}

// simulateBatch returns what crew.sums returns, with calls of fib for seconds.
func simulateBatch(numbers [][]int, cores int, stealing bool, random *rand.Rand) lab.Row {
	m := &coreModel{stealing: stealing, random: random, cores: make([]core, cores)}
	tasks := 0
	for w, queue := range numbers {
		m.queues = append(m.queues, slices.Clone(queue))
		m.line = append(m.line, waiting{worker: w})
		tasks += len(queue)
	}
	for i := range m.cores {
		m.cores[i].worker = -1
	}
	for m.fill(); ; m.fill() {
		c := m.next()
		if c == nil {
			break
		}
		m.act(c)
	}
	return lab.Row{"stealing": stealing, "tasks": tasks, "cores": cores, "largest": largestShare(numbers),
		"total": m.end, "wait": m.wait / float64(max(tasks, 1)), "stole": m.stole, "ran": 1}
}

// fill gives free cores to the workers in line.
func (m *coreModel) fill() {
	for len(m.line) > 0 {
		free := slices.MinFunc(pointers(m.cores), func(a, b *core) int {
			return cmp.Or(cmp.Compare(min(a.worker, 0), min(b.worker, 0)), cmp.Compare(a.now, b.now))
		})
		if free.worker >= 0 {
			return
		}
		w := m.line[0]
		m.line = m.line[1:]
		now := max(free.now, w.since)
		*free = core{now: now, until: now + sliceCalls, worker: w.worker, robs: w.robs}
	}
}

func pointers(cores []core) (all []*core) {
	for i := range cores {
		all = append(all, &cores[i])
	}
	return all
}

// next returns the core that acts next, or nil if no core has a worker.
func (m *coreModel) next() (first *core) {
	for i := range m.cores {
		if c := &m.cores[i]; c.worker >= 0 && (first == nil || c.now < first.now) {
			first = c
		}
	}
	return first
}

// act runs the youngest task of the core's worker. Without one the worker yields, robs, and
// ends if there is nothing to rob.
func (m *coreModel) act(c *core) {
	own := &m.queues[c.worker]
	switch {
	case len(*own) > 0:
		m.run(c, (*own)[len(*own)-1])
		*own = (*own)[:len(*own)-1]
	case m.stealing && !c.robs:
		m.line = append(m.line, waiting{c.worker, c.now, true})
		c.worker = -1
		return
	case m.stealing:
		c.now += stealCalls
		c.robs = false
		n, ok := m.rob(c.worker)
		if !ok {
			c.worker = -1
			return
		}
		m.stole++
		m.run(c, n)
	default:
		c.worker = -1
		return
	}
	if c.now >= c.until && len(m.line) > 0 {
		m.line = append(m.line, waiting{worker: c.worker, since: c.now})
		c.worker = -1
	}
}

func (m *coreModel) run(c *core, n int) {
	c.now += workOf(n)
	m.end = max(m.end, c.now)
	m.wait += c.now
}

// rob takes the oldest task of the first worker that has one, from a random one on.
func (m *coreModel) rob(thief int) (n int, ok bool) {
	first := m.random.IntN(len(m.queues))
	for i := range m.queues {
		victim := (first + i) % len(m.queues)
		if q := m.queues[victim]; victim != thief && len(q) > 0 {
			m.queues[victim] = q[1:]
			return q[0], true
		}
	}
	return 0, false
}
