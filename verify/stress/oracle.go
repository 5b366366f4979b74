package main

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/skua-go/skua"
)

// outcome is how a node may end, besides being cancelled or refused by a closed
// pool: what a straight interpreter of the tree finds, in all orders that skua
// allows.
type outcome struct {
	returns bool
	fails   map[failure]bool
}

// failure is one way to end without returning.
type failure struct {
	kind    failureKind
	node    int32 // that panicked
	wrapped bool  // in a *skua.PanicError
}

type failureKind int

const (
	panicked failureKind = iota
	exited
	cancelled // the run that the node is part of
	refused   // by a closed pool
	unknown
)

func (k failureKind) String() string {
	return [...]string{"panicked", "exited", "cancelled", "refused", "unknown"}[k]
}

func (f *failure) String() string {
	if f == nil {
		return "returning"
	}
	if f.kind == panicked {
		return fmt.Sprintf("panic of node %d (wrapped %v)", f.node, f.wrapped)
	}
	return f.kind.String()
}

// planned is what a node panics with or returns as its error.
type planned struct{ node int32 }

func (e *planned) Error() string { return fmt.Sprintf("planned by node %d", e.node) }

// stopped is what an op panics with when it finds that its run was cancelled or
// its pool closed.
type stopped struct{ error }

func (s stopped) Unwrap() error { return s.error }

// cancelling is the cause of a cancellation.
type cancelling struct{ node int32 }

func (e *cancelling) Error() string { return fmt.Sprintf("run of node %d cancelled", e.node) }

func (o outcome) String() string {
	var s []string
	for f := range o.fails {
		s = append(s, f.String())
	}
	if o.returns {
		s = append(s, "returning")
	}
	return strings.Join(s, " or ")
}

// classify says what a recovered panic was.
func classify(v any) failure {
	f := failure{kind: unknown}
	if e, ok := v.(*skua.PanicError); ok {
		f.wrapped, v = true, e.Value
	}
	err, ok := v.(error)
	if !ok {
		return f
	}
	var plan *planned
	var cause *cancelling
	switch {
	case errors.As(err, &plan):
		f.kind, f.node = panicked, plan.node
	case errors.As(err, &cause):
		f.kind = cancelled
	case errors.Is(err, skua.ErrClosed):
		f.kind = refused
	}
	return f
}

// foresee finds the value and the outcome of the node and of all below it.
func (nd *node) foresee() {
	nd.want = nd.value()
	for _, kid := range nd.kids {
		kid.foresee()
		if !nd.op.drops {
			nd.want += kid.want
		}
		nd.loose = nd.loose || !nd.op.waits && (kid.loose || kid.op.leaves)
	}
	if nd.op.ends == nil {
		nd.may = inOrder(nd)
		return
	}
	nd.may = nd.op.ends(nd)
}

// inOrder is the outcome of kids of which each runs if all before it returned, or
// counts only then: of two forked branches that both fail the first wins.
func inOrder(nd *node) outcome {
	o := outcome{returns: true}
	for _, kid := range nd.kids {
		if !o.returns {
			return o
		}
		o.add(kid.may)
	}
	return o
}

// anyOf is the outcome of kids of which the first to fail, in time, wins.
func anyOf(nd *node) outcome {
	o := outcome{returns: true}
	for _, kid := range nd.kids {
		o.add(kid.may)
	}
	return o
}

// add makes o the outcome of what ends so and something else.
func (o *outcome) add(other outcome) {
	o.returns = o.returns && other.returns
	if len(other.fails) > 0 && o.fails == nil {
		o.fails = map[failure]bool{}
	}
	maps.Copy(o.fails, other.fails)
}

// wrapped is o after it came out of a pool: panics are *skua.PanicError.
func (o outcome) wrapped() outcome {
	out := outcome{returns: o.returns}
	for f := range o.fails {
		if out.fails == nil {
			out.fails = map[failure]bool{}
		}
		f.wrapped = f.kind == panicked
		out.fails[f] = true
	}
	return out
}

// through returns what ends as the kids do, seen from outside a pool.
func through(kids func(nd *node) outcome) func(nd *node) outcome {
	return func(nd *node) outcome { return kids(nd).wrapped() }
}

// fine is an outcome that is no failure.
func fine(*node) outcome { return outcome{returns: true} }
