//go:build explore

package verify

import (
	"fmt"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
)

// script is a program for client 0 before the others begin, and one for each
// client: + push, - pop, s steal, b batch into the client's own deque, x expose
// one, l poll.
type script struct {
	before string
	client []string
}

// plan translates a script for that many deques; with more than one, client k owns
// deque k and takes from the next.
func (s script) plan(deques int) program {
	value := 0
	translate := func(me int, text string) []op {
		var out []op
		for _, c := range text {
			o := op{on: me % deques}
			switch c {
			case '+':
				value++
				o.what, o.value = push, value
			case '-':
				o.what = pop
			case 's':
				o.what, o.on = steal, (me+1)%deques
			case 'b':
				o.what, o.on, o.to = batch, (me+1)%deques, me
			case 'x':
				o.what, o.want = expose, 1
			case 'l':
				o.what = poll
			}
			out = append(out, o)
		}
		return out
	}
	p := program{before: translate(0, s.before)}
	for me, text := range s.client {
		p.client = append(p.client, translate(me, text))
	}
	return p
}

// scenario runs the program under the explorer and judges its history. Times are
// the steps of the first and the last access of each call; those of one client
// that share a step, or have none, keep their order.
func (k kind) scenario(s script, deques int) func(x *explore.X) {
	return func(x *explore.X) {
		capacity := k.capacity
		if !k.exact {
			capacity = 4 // an ABP that some scripts fill
		}
		var ds []ends
		for range deques {
			ds = append(ds, k.make(capacity))
		}
		p := s.plan(deques)
		count := make([]int64, len(p.client))
		do := func(client int, o op) op {
			o.client = client
			call, ret := x.Interval(func() { perform(ds, &o) })
			n := count[client]
			count[client]++
			o.call, o.ret = call<<16+2*n, ret<<16+2*n+1
			return o
		}
		var h history
		for _, o := range p.before {
			h = append(h, do(0, o))
		}
		done := make([]history, len(p.client))
		for me, plan := range p.client {
			x.Go(func() {
				for _, o := range plan {
					done[me] = append(done[me], do(me, o))
				}
			})
		}
		x.OnEnd(func() error {
			h := h
			for _, part := range done {
				h = append(h, part...)
			}
			late := int64(1) << 40
			h = drain(h, ds, func(client int, o op) op {
				perform(ds, &o)
				o.client, o.call, o.ret = client, late, late+1
				late += 2
				return o
			})
			err := k.check(h)
			if err == nil && deques > 1 {
				err = checkPool(h)
			}
			if err != nil {
				return fmt.Errorf("%w\n%v", err, h)
			}
			return nil
		})
	}
}

var single = []script{
	{"+", []string{"-", "s"}},
	{"+", []string{"-+-", "ss"}},
	{"++", []string{"--", "s", "s"}},
	{"++", []string{"-+-", "ss", "s"}},
	{"++++", []string{"---", "ss", "s"}},
	{"", []string{"++--", "ss", "s"}},
	{"++++", []string{"+-+", "ss", "s"}},
	{"+++++++", []string{"+--", "ss"}},  // past a power of two
	{"++++++++", []string{"++-", "ss"}}, // round the ring, or to a larger one
}

var split = []script{
	{"+x", []string{"-", "s"}},
	{"+x", []string{"-+x-", "ss"}},
	{"+++xx", []string{"---", "s", "s"}},
	{"+++xx", []string{"-+-x-", "ss", "s"}},
	{"++", []string{"l-l-", "ss"}},
	{"++", []string{"+l-l-", "ss", "s"}},
	{"+++", []string{"l-l-", "sss", "s"}},
	{"+++", []string{"lll", "sss"}},
	{"++++++++++++++++++xxxxxxxxxxxxxxxx", []string{"xx---", "ss"}}, // round the public slots
}

var pool = []script{
	{"++++", []string{"-", "b"}},
	{"++++++++", []string{"--", "b-"}},
	{"++++++++", []string{"-", "b-", "b"}},
	{"++++", []string{"+-", "b-", "s"}},
	{"++++", []string{"-b", "b-"}},
	{"++++++++", []string{"-b", "+b", "bs"}},
}

// TestExploreLinearizable wants every schedule with at most two preemptions
// explained, and then random ones.
func TestExploreLinearizable(t *testing.T) {
	for _, k := range kinds {
		scripts := single
		if k.split {
			scripts = split
		}
		for _, s := range scripts {
			t.Run(fmt.Sprintf("%s/%s%v", k.name, s.before, s.client), func(t *testing.T) {
				budget.Check(t, k.scenario(s, 1), budget.Plan{{Bound: 2}, {Mode: explore.PCT, Depth: 4}})
			})
		}
	}
}

// TestExplorePool does so for owners that steal batches from each other.
func TestExplorePool(t *testing.T) {
	for _, k := range kinds {
		if !k.batches {
			continue
		}
		for _, s := range pool {
			t.Run(fmt.Sprintf("%s/%s%v", k.name, s.before, s.client), func(t *testing.T) {
				budget.Check(t, k.scenario(s, len(s.client)), budget.Plan{{Bound: 2}, {Mode: explore.PCT, Depth: 4}})
			})
		}
	}
}

// TestExploreControl wants the right toy accepted and each fault found.
func TestExploreControl(t *testing.T) {
	for fault, s := range map[string]script{
		"":                      {"++", []string{"-+-", "ss"}},
		"empty instead of lost": {"++", []string{"+", "s", "s"}},
		"pop without CAS":       {"+", []string{"-", "s"}},
		"lost for nothing":      {"++-++", []string{"+", "sss"}},
	} {
		t.Run(fault, func(t *testing.T) {
			k := kind{name: "toy", make: func(int) ends { return &broken{fault: fault} }, capacity: 64, exact: true}
			r := explore.Run(explore.Options{Bound: 2, MaxWork: budget.Work()}, k.scenario(s, 1))
			t.Log(r)
			if (r.Failure != nil) != (fault != "") {
				t.Errorf("failure %v", r.Failure)
			}
		})
	}
}
