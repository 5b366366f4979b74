package skua

import "github.com/skua-go/skua/internal/sched"

// Loop is a loop over the indices [From, To). STUB: sequential for now.
type Loop struct {
	From, To int
	Grain    int
	Workers  int
	Lazy     bool
	Body     func(p *Part)
}

// Part is one worker's share of a running Loop.
type Part struct {
	i, end int
	worker *Worker
	chunk  int
}

// Run runs the loop at p.
func (l *Loop) Run(p Place) {
	if l.From >= l.To {
		return
	}
	pool, s, i := p.place()
	if pool != nil {
		pool.guest(func(w *sched.Worker) { l.run(w) })
		return
	}
	defer s.Exit(s.Enter(i))
	l.run(s.Worker())
}

func (l *Loop) run(w *sched.Worker) {
	l.Body(&Part{i: l.From - 1, end: l.To, worker: workerOn(w), chunk: max(l.Grain, 1)})
}

// Next goes on to the next index of the part.
func (p *Part) Next() bool { p.i++; return p.i < p.end }

// Index returns the index that Next went on to.
func (p *Part) Index() int { return p.i }

// Chunk takes the next indices.
func (p *Part) Chunk() (lo, hi int, ok bool) {
	lo = p.i + 1
	if lo >= p.end {
		return 0, 0, false
	}
	hi = min(lo+p.chunk, p.end)
	p.i = hi - 1
	return lo, hi, true
}

// Worker returns the worker that runs the part.
func (p *Part) Worker() *Worker { return p.worker }
