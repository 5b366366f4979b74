package verify

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/deque"
)

// action is what a call does.
type action uint8

const (
	push   action = iota // value, at the bottom of deque on
	pop                  // at the bottom of deque on
	steal                // at the top of deque on
	batch                // from the top of deque on to the bottom of deque to
	expose               // n of the private part of deque on
	poll                 // serve a request
)

// op is one call: first as planned, then with its answer and its interval.
type op struct {
	what    action
	on, to  int
	client  int
	value   int // pushed or taken; items are 1, 2, 3, …, each pushed once
	want    int // to expose
	n       int // moved, by a batch or an exposure
	full    bool
	outcome deque.Outcome
	call    int64
	ret     int64
}

func (o op) String() string {
	who := fmt.Sprintf("%4d–%-4d client %d ", o.call, o.ret, o.client)
	switch o.what {
	case push:
		if o.full {
			return fmt.Sprintf("%sPush_%d(%d) full", who, o.on, o.value)
		}
		return fmt.Sprintf("%sPush_%d(%d)", who, o.on, o.value)
	case batch:
		return fmt.Sprintf("%sStealInto_%d from %d: %d, %v", who, o.to, o.on, o.n, o.outcome)
	case expose:
		return fmt.Sprintf("%sExpose_%d(%d) = %d", who, o.on, o.want, o.n)
	case poll:
		return fmt.Sprintf("%sPoll_%d = %d", who, o.on, o.n)
	}
	name := map[action]string{pop: "Pop", steal: "Steal"}[o.what]
	if o.outcome != deque.Got {
		return fmt.Sprintf("%s%s_%d %v", who, name, o.on, o.outcome)
	}
	return fmt.Sprintf("%s%s_%d = %d", who, name, o.on, o.value)
}

// perform makes the call that o plans and notes its answer.
func perform(deques []ends, o *op) {
	d := deques[o.on]
	var x *int
	switch o.what {
	case push:
		x = new(int)
		*x = o.value // a plain word: the race detector sees whether its way is safe
		o.full = !d.Push(x)
	case pop:
		x, o.outcome = d.Pop()
	case steal:
		x, o.outcome = d.Steal()
	case batch:
		o.n, o.outcome = d.(batches).stealInto(deques[o.to])
	case expose:
		o.n = d.(exposes).Expose(o.want)
	case poll:
		o.n = d.(exposes).Poll()
	}
	if o.what == pop || o.what == steal {
		if (x != nil) != (o.outcome == deque.Got) {
			o.value = -1 // never pushed, so no model accepts it
		} else if x != nil {
			o.value = *x
		}
	}
}

// history is what happened, client by client.
type history []op

func (h history) String() string {
	var b strings.Builder
	for _, o := range h {
		fmt.Fprintln(&b, o)
	}
	return b.String()
}

// program says what each client is to call. Client k owns deque k if there are
// so many; what it owns it uses at the bottom, all others at the top.
type program struct {
	before []op   // by client 0, before the others begin
	client [][]op // at the same time
}

// record runs the program on goroutines, then empties every deque. Time comes
// from the clock, since a counter would synchronize the clients and so hide
// races from the detector; its ties make calls overlap, which accepts more.
func record(deques []ends, p program) history {
	start := time.Now()
	do := func(client int, o op) op {
		o.client = client
		o.call = int64(time.Since(start))
		perform(deques, &o)
		o.ret = int64(time.Since(start))
		return o
	}
	var h history
	for _, o := range p.before {
		h = append(h, do(0, o))
	}
	var wg sync.WaitGroup
	var ready atomic.Int32
	done := make([]history, len(p.client))
	together := int32(min(len(p.client), runtime.GOMAXPROCS(0)))
	for i := range p.client {
		k := (i + len(p.before)) % len(p.client) // so that it is not always the same ones
		wg.Go(func() {
			out := make(history, 0, len(p.client[k]))
			ready.Add(1)
			for spins := 1; ready.Load() < together && spins < 2*patience; spins++ {
				if spins == patience {
					runtime.Gosched()
				}
			}
			for _, o := range p.client[k] {
				out = append(out, do(k, o))
			}
			done[k] = out
		})
	}
	wg.Wait()
	for _, part := range done {
		h = append(h, part...)
	}
	return drain(h, deques, do)
}

// patience is how often a client looks for as many as there are processors before it lets another
// run; after as many more it begins without them. With it the calls of two clients overlap in half
// of the histories, if processors are free, and without it in hardly any: the first client is done
// before another processor wakes up. Waiting longer does not help if the machine is busy.
const patience = 20_000

// drain takes out what is left, so that the history tells if something is not.
func drain(h history, deques []ends, do func(client int, o op) op) history {
	for on := range deques {
		for range cap(h) + 100 {
			o := do(on, op{what: pop, on: on})
			h = append(h, o)
			if o.outcome == deque.Empty {
				break
			}
		}
	}
	return h
}

// random plans a program for one deque and thieves.
func (k kind) random(r *rand.Rand) program {
	var p program
	value := 0
	next := func() op {
		switch n := r.IntN(10); {
		case n < 5:
			value++
			return op{what: push, value: value}
		case n < 7 || !k.split:
			return op{what: pop}
		case n < 8:
			return op{what: expose, want: 1 + r.IntN(3)}
		}
		return op{what: poll}
	}
	for range r.IntN(9) {
		value++
		p.before = append(p.before, op{what: push, value: value})
	}
	if k.split {
		p.before = append(p.before, op{what: expose, want: r.IntN(3)})
	}
	var owner []op
	for range 2 + r.IntN(10) {
		owner = append(owner, next())
	}
	p.client = append(p.client, owner)
	for range 1 + r.IntN(3) {
		p.client = append(p.client, make([]op, 1+r.IntN(5)))
		for i := range p.client[len(p.client)-1] {
			p.client[len(p.client)-1][i] = op{what: steal}
		}
	}
	return p
}

// randomPool plans a program in which each of some clients owns a deque and
// steals from the others, in batches too.
func randomPool(r *rand.Rand, clients int) program {
	p := program{client: make([][]op, clients)}
	value := 0
	for range r.IntN(8) {
		value++
		p.before = append(p.before, op{what: push, value: value})
	}
	for me := range clients {
		other := func() int { return (me + 1 + r.IntN(clients-1)) % clients }
		for range 3 + r.IntN(6) {
			o := op{what: pop, on: me}
			switch n := r.IntN(10); {
			case n < 4:
				value++
				o = op{what: push, on: me, value: value}
			case n < 7:
				o = op{what: batch, on: other(), to: me}
			case n < 8:
				o = op{what: steal, on: other()}
			}
			p.client[me] = append(p.client[me], o)
		}
	}
	return p
}
