package lcws

import (
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/classic"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/lab/gauge"
)

// A unitTree is a full binary tree of nodes that take the same time, each of which enables
// two more: the family "tree" of lab/sim, for real workers. A worker goes on with one
// child and forks the other. It differs from the model in two ways: a worker waits for a
// stolen child, while the model has no joins, and its nodes take only nearly the same
// time.
type unitTree struct {
	levels int
	spins  int // of a node, see gauge.Spin
}

// nodes is T₁, forks the number of nodes that enable two more, and levels is T∞.
func (u unitTree) nodes() int { return 1<<u.levels - 1 }
func (u unitTree) forks() int { return u.nodes() / 2 }

var unitFunc = skua.NewFunc(runUnits)

func runUnits(f *skua.Frame[unitTree, uint64], u unitTree) uint64 {
	sum := gauge.Spin(u.spins)
	if u.levels == 1 {
		return sum
	}
	u.levels--
	sum += runUnits(f.Fork(u), u)
	other, done := f.Join()
	if !done {
		other = runUnits(f, u)
	}
	return sum + other
}

// forkUnits is runUnits for a pool whose forks lie in deques.
func forkUnits(w *classic.Worker, u unitTree) uint64 {
	sum := gauge.Spin(u.spins)
	if u.levels == 1 {
		return sum
	}
	u.levels--
	other := classic.Fork(w, forkUnits, u)
	sum += forkUnits(w, u)
	return sum + other.Join(w)
}

// A unitRun is the time and the counts of one execution.
type unitRun struct {
	ns                       float64
	steals, exposures, looks uint64
	workers, forks, nodes    int
}

// run executes the tree on a pool that runs nothing else.
func (u unitTree) run(p *skua.Pool) unitRun {
	before, begin := p.Stats(), time.Now()
	unitFunc.On(p, u)
	ns, after := float64(time.Since(begin)), p.Stats()
	return unitRun{
		ns: ns, workers: after.Workers, forks: u.forks(), nodes: u.nodes(),
		steals: after.Steals - before.Steals, exposures: after.Lab.Exposures - before.Lab.Exposures, looks: after.Lab.Answers - before.Lab.Answers,
	}
}

// runThrough executes the tree on a pool whose forks lie in deques.
func (u unitTree) runThrough(p *classic.Pool) unitRun {
	before, begin := p.Stats(), time.Now()
	p.Run(func(w *classic.Worker) { forkUnits(w, u) })
	ns, after := float64(time.Since(begin)), p.Stats()
	return unitRun{
		ns: ns, workers: p.Workers(), forks: int(after.Forks - before.Forks), nodes: u.nodes(),
		steals: after.Steals - before.Steals, exposures: after.Exposures - before.Exposures,
	}
}

// splitPool is a pool that works as LCWS does [RP22]: what is private stays so until
// a thief asks, and then one task becomes public.
func splitPool(workers int) *skua.Pool {
	return poolOf(crew.Config{Workers: workers, Expose: policy.ExposeOne, Keep: policy.KeepNever})
}

// poolOf returns a pool with a policy that skua.New has no option for.
func poolOf(c crew.Config) *skua.Pool { return sched.Facade(sched.New(c)).(*skua.Pool) }
