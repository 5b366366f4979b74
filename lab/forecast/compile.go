package forecast

import (
	"fmt"
	"math"
	"slices"

	"github.com/skua-go/skua/trace"
)

// compiler goes through the ops once: what is open, and how far the span has come.
type compiler struct {
	program
	open  []opened
	span  float64
	scope map[int64]int32
	ends  []float64 // of each scope: the latest end of its tasks
	refs  []int64   // of each scope: its number in the dag
	calls int       // that are open

	called, outside bool // there was a call, and work outside of any
}

// opened is a fork or a spawn whose end has not come.
type opened struct {
	at     int32   // its first step: of the fork or the spawn, then of the branch
	begins float64 // the span at its begin
	first  float64 // and at the end of the first branch
}

// compile reads a dag, with the site of f as f says.
func compile(dag *trace.Dag, f Config) (*program, error) {
	if dag == nil {
		return nil, fmt.Errorf("there is no dag")
	}
	ops := dag.Ops
	if f.Grain > 0 {
		ops = coarsen(ops, f.Site, f.Grain)
	}
	c := &compiler{scope: map[int64]int32{}}
	for i, op := range ops {
		if f.Times > 0 && op.Site == f.Site {
			op.N /= f.Times
		}
		if err := c.add(op); err != nil {
			return nil, fmt.Errorf("op %d, %s: %w", i, op.Op, err)
		}
	}
	if err := c.close(dag.Truncated); err != nil {
		return nil, err
	}
	c.program.span = c.span
	c.scopes = len(c.ends)
	c.inside = c.outside || !c.called
	return &c.program, nil
}

func (c *compiler) add(op trace.Op) error {
	kind := slices.Index(stepNames, op.Op)
	if kind < 0 {
		return fmt.Errorf("no such op: want one of %q", stepNames)
	}
	if !(op.N >= 0 && op.N < 1e9) || op.Site < -1 || op.Site >= 1<<30 || kind == int(stepLoop) && (op.Ref < 0 || op.Ref > math.MaxInt32) {
		return fmt.Errorf("no N %v, Ref %d, Site %d", op.N, op.Ref, op.Site)
	}
	c.steps = append(c.steps, step{kind: stepKind(kind), site: int32(op.Site)})
	c.sites = max(c.sites, op.Site+1)
	s := &c.steps[len(c.steps)-1]
	c.outside = c.outside || c.calls == 0 && (s.kind == stepFork || s.kind == stepSpawn || s.kind == stepLoop)
	switch s.kind {
	case stepRun:
		s.seconds = op.N
		c.work += op.N
		c.span += op.N
	case stepLoop:
		s.seconds, s.n = op.N, int(op.Ref)
		c.work += op.N
		c.span += op.N / float64(max(1, op.Ref))
	case stepGather:
		s.of = c.scopeOf(op.Ref)
		c.span = max(c.span, c.ends[s.of])
	case stepCall:
		c.calls++
		c.called = true
	case stepReturn:
		if c.calls--; c.calls < 0 {
			return fmt.Errorf("there is no call")
		}
	default:
		return c.nest(s, op.Ref)
	}
	return nil
}

// nest adds what has a begin or an end: forks and spawns.
func (c *compiler) nest(s *step, ref int64) error {
	at := int32(len(c.steps) - 1)
	if s.kind == stepFork || s.kind == stepSpawn {
		if s.kind == stepSpawn {
			s.of = c.scopeOf(ref)
		}
		c.open = append(c.open, opened{at: at, begins: c.span})
		return nil
	}
	if len(c.open) == 0 {
		return fmt.Errorf("nothing is open")
	}
	o := &c.open[len(c.open)-1]
	begin := &c.steps[o.at]
	if want := [...]stepKind{stepFork: stepBranch, stepBranch: stepJoin, stepSpawn: stepEnd}[begin.kind]; s.kind != want {
		return fmt.Errorf("want the %s that belongs to op %d", stepNames[want], o.at)
	}
	begin.to = at
	switch s.kind {
	case stepBranch:
		s.of = o.at
		o.at, o.first, c.span = at, c.span, o.begins
		return nil
	case stepJoin:
		s.of = begin.of
		c.span = max(c.span, o.first)
	case stepEnd:
		s.of = begin.of
		c.ends[begin.of] = max(c.ends[begin.of], c.span)
		c.span = o.begins
	}
	c.open = c.open[:len(c.open)-1]
	return nil
}

func (c *compiler) scopeOf(ref int64) int32 {
	i, ok := c.scope[ref]
	if !ok {
		i = int32(len(c.ends))
		c.scope[ref] = i
		c.ends, c.refs = append(c.ends, 0), append(c.refs, ref)
	}
	return i
}

// close ends what is open: nothing, unless the dag was truncated.
func (c *compiler) close(truncated bool) error {
	if !truncated && (len(c.open) > 0 || c.calls > 0) {
		return fmt.Errorf("the dag ends with %d forks and spawns and %d calls open", len(c.open), c.calls)
	}
	for len(c.open) > 0 {
		end := [...]trace.Op{stepFork: {Op: "branch"}, stepBranch: {Op: "join"}, stepSpawn: {Op: "end"}}
		if err := c.add(end[c.steps[c.open[len(c.open)-1].at].kind]); err != nil {
			return err
		}
	}
	for c.calls > 0 {
		if err := c.add(trace.Op{Op: "return"}); err != nil {
			return err
		}
	}
	return c.waitForAll()
}

// waitForAll waits for the scopes of which tasks were spawned after the last wait: whoever
// waited was not recorded.
func (c *compiler) waitForAll() error {
	waited := make([]bool, len(c.ends))
	last := []trace.Op{{Op: "call", Site: -1}}
	for i := len(c.steps) - 1; i >= 0; i-- {
		s := c.steps[i]
		if s.kind == stepSpawn && !waited[s.of] {
			last = append(last, trace.Op{Op: "gather", Ref: c.refs[s.of], Site: -1})
		}
		if s.kind == stepSpawn || s.kind == stepGather {
			waited[s.of] = true
		}
	}
	if len(last) == 1 {
		return nil
	}
	for _, op := range append(last, trace.Op{Op: "return", Site: -1}) {
		if err := c.add(op); err != nil {
			return err
		}
	}
	return nil
}
