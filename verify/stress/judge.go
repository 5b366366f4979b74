package main

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
)

// faults collects what was wrong with a program. Safe for concurrent use.
type faults struct {
	mu   sync.Mutex
	list []string
}

// maxFaults is how many are kept: one bug shows at many nodes.
const maxFaults = 10

func (p *program) fault(format string, args ...any) {
	p.faults.mu.Lock()
	defer p.faults.mu.Unlock()
	fault := fmt.Sprintf(format, args...)
	if len(p.faults.list) < maxFaults && !slices.Contains(p.faults.list, fault) {
		p.faults.list = append(p.faults.list, fault)
	}
}

func (f *faults) get() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.list
}

// catch runs f and returns how it ended: the failure, or nil if it returned. A
// Goexit ends the goroutine as always; it is for gone to notice.
func catch(f func()) (how *failure, v any) {
	defer func() {
		if v = recover(); v != nil {
			c := classify(v)
			how = &c
			if c.kind == unknown {
				v = fmt.Sprintf("%v\n%s", v, debug.Stack())
			}
		}
	}()
	f()
	return nil, nil
}

// apart runs f on a goroutine of its own, and returns how it ended and with what
// panic.
func apart(f func()) (how *failure, v any) {
	how = &failure{kind: exited}
	over := make(chan struct{})
	go func() {
		defer close(over)
		how, v = catch(f)
	}()
	<-over
	return how, v
}

// judge complains if nd may not end so; nil stands for a return.
func (nd *node) judge(how *failure, v any) {
	p := nd.p
	switch {
	case how == nil && nd.may.returns, how != nil && nd.may.fails[*how]:
	case how.kind == refused && p.closing.Load():
	case how.kind == cancelled && p.features&cancels != 0:
	default:
		p.fault("%v ended by %v (%v), want %v", nd, how, v, nd.may)
	}
}

// complete complains unless every node has begun exactly once, if no failure, no
// cancellation and no Close kept some from it.
func (p *program) complete() {
	if p.features&(fails|exits|cancels) != 0 || p.closing.Load() {
		return
	}
	for _, c := range p.callers {
		c.root.complete()
	}
}

func (nd *node) complete() {
	if b, e := nd.begun.Load(), nd.ended.Load(); b != 1 || e != 1 {
		nd.p.fault("%v began %d times and ended %d times", nd, b, e)
	}
	for _, kid := range nd.kids {
		kid.complete()
	}
}
