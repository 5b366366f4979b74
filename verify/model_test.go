package verify

import (
	"errors"
	"fmt"
	"strings"

	"github.com/anishathalye/porcupine"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/expect"
)

// state is a deque, or several, as a sequential program sees them. Strings hold
// one item a byte, the oldest first, so that states compare by ==.
type state struct {
	items   [3]string // what thieves may take, of each deque
	private string    // split: items younger than all of deque 0's
	blocks  expect.Blocks
	asked   bool      // split: a request is standing
	serving bool      // split: a poll took the request and has not exposed yet
	flight  [3]string // taken by a batch for this deque and not put there yet
	open    uint64    // Lost calls that began and did not end
	excused uint64    // of those: the ones that may answer so
}

// edge is the beginning or the end of the call that answered Lost as number id.
type edge struct {
	on    int
	id    int
	first bool
}

// half is the first or the second point of a call that acts at two: a batch takes
// and puts, a poll takes a request and exposes, a thief finds nothing public and
// leaves a request.
type half struct {
	op
	second bool
}

// step returns the state to which the call leads, or false if it cannot have
// answered so. It is the specification of the family:
//
// Push adds at the bottom; a bounded deque may be full. Pop takes the youngest
// and Steal the oldest item that there is. Empty is the answer of a deque that
// holds nothing, or, for a thief at a split deque, nothing public. Lost changes
// nothing; when it may be answered is the matter of edge. Poll exposes something
// if and only if a request is standing and something private is there.
func (k kind) step(s state, input any) (state, bool) {
	switch o := input.(type) {
	case edge:
		return s.edge(o)
	case half:
		switch {
		case o.what == batch:
			return s.batch(o)
		case o.what == poll:
			return k.serve(s, o)
		case o.second:
			s.asked = true
			return s, true
		}
		return k.remove(s, o.op)
	case op:
		switch o.what {
		case push:
			return k.push(s, o)
		case pop, steal:
			return k.remove(s, o)
		case expose:
			return k.expose(s, o)
		case poll: // with nothing to show for it
			if s.asked && (s.private != "" && len(s.items[0]) < publicSlots || k.blocks > 0 && s.items[0] != "") {
				return s, false
			}
			s.asked = s.asked && s.private == ""
			return s, true
		}
	}
	panic(fmt.Sprintf("no step for %v", input))
}

func (k kind) push(s state, o op) (state, bool) {
	if o.full {
		if k.capacity == 0 || k.exact && len(s.items[o.on]) < k.capacity {
			return s, false
		}
		return s, true
	}
	if k.split {
		s.private += string([]byte{byte(o.value)})
		if k.blocks > 0 {
			s = s.divided(s.blocks.Push(k.blocks))
		}
	} else {
		s.items[o.on] += string([]byte{byte(o.value)})
	}
	return s, true
}

// expose moves the oldest private items to the public part. That it moves as
// many as it should is checked without thieves, in the machine.
func (k kind) expose(s state, o op) (state, bool) {
	if k.blocks > 0 && o.what == poll && s.private == "" {
		return s, o.n > 0 // what a Push had granted when the poll began
	}
	if o.n < 0 || o.n > len(s.private) || o.what == expose && o.n > o.want {
		return s, false
	}
	if k.blocks > 0 {
		return s.divided(s.blocks.Expose(o.n)), true
	}
	s.items[0] += s.private[:o.n]
	s.private = s.private[o.n:]
	return s, true
}

// serve is a poll that exposes. It has to take the request first: one that comes
// between the two is for the next poll.
func (k kind) serve(s state, o half) (state, bool) {
	if s.serving != o.second || !o.second && !s.asked {
		return s, false
	}
	s.serving = !o.second
	if o.second {
		return k.expose(s, o.op)
	}
	s.asked = false
	return s, true
}

// divided returns the state with these blocks.
func (s state) divided(b expect.Blocks) state {
	all, public := s.items[0]+s.private, b.Public()
	s.blocks, s.items[0], s.private = b, all[:public], all[public:]
	return s
}

// remove is a pop or a steal.
func (k kind) remove(s state, o op) (state, bool) {
	if k.blocks == 0 || o.outcome != deque.Got {
		return s.remove(o)
	}
	next, ok := s.remove(o)
	switch {
	case !ok:
		return s, false
	case o.what == steal:
		return next.divided(s.blocks.Steal()), true
	}
	return next.divided(s.blocks.Pop()), true
}

func (s state) remove(o op) (state, bool) {
	items := s.items[o.on]
	if o.outcome == deque.Lost {
		return s, true
	}
	if o.outcome == deque.Empty {
		if items != "" || o.what == pop && o.on == 0 && s.private != "" {
			return s, false
		}
		return s, true
	}
	want := string([]byte{byte(o.value)})
	switch {
	case o.value <= 0:
		return s, false
	case o.what == pop && o.on == 0 && s.private != "":
		last := len(s.private) - 1
		if s.private[last:] != want {
			return s, false
		}
		s.private = s.private[:last]
		return s, true
	case o.what == pop && strings.HasSuffix(items, want):
		s.items[o.on] = items[:len(items)-1]
	case o.what == steal && strings.HasPrefix(items, want):
		s.items[o.on] = items[1:]
	default:
		return s, false
	}
	if o.what == steal || len(items) == 1 {
		s.excused |= s.open
	}
	return s, true
}

// batch takes from the victim at one instant and puts into the thief's own deque
// at a later one.
func (s state) batch(o half) (state, bool) {
	if o.second {
		s.items[o.to] += s.flight[o.to]
		s.flight[o.to] = ""
		return s, true
	}
	items := s.items[o.on]
	switch {
	case o.outcome == deque.Empty && items != "", o.n > len(items):
		return s, false
	case o.n > 0:
		s.flight[o.to], s.items[o.on] = items[:o.n], items[o.n:]
		s.excused |= s.open
	}
	return s, true
}

// edge is the relaxed part of the specification: a call may answer Lost if at
// some point between its beginning and its end the deque was empty or its
// topmost item was removed (which its own client, being busy, did not do). Arora,
// Blumofe and Plaxton, Thread scheduling for multiprogrammed multiprocessors,
// SPAA 1998, say so. The second half alone, as later papers print it, is false
// even of their deque: see "lost beside a pop" in TestControlHistories.
func (s state) edge(e edge) (state, bool) {
	bit := uint64(1) << e.id
	if e.first {
		s.open |= bit
		if s.items[e.on] == "" {
			s.excused |= bit
		}
		return s, true
	}
	if s.open&bit == 0 || s.excused&bit == 0 {
		return s, false
	}
	s.open &^= bit
	s.excused &^= bit
	return s, true
}

// model wraps step for porcupine.
func (k kind) model() porcupine.Model {
	return porcupine.Model{
		Init: func() any { return state{} },
		Step: func(s, input, _ any) (bool, any) {
			next, ok := k.step(s.(state), input)
			return ok, next
		},
	}
}

var (
	errOrder = errors.New("not linearizable")
	errLost  = errors.New("linearizable, but a call answered Lost without cause")
	errPool  = errors.New("not a pool: an item was taken twice, or never pushed, or is gone")
)

// check judges a history: first what it returns, then when it says Lost.
func (k kind) check(h history) error {
	if !porcupine.CheckOperations(k.model(), k.operations(h, nil)) {
		return errOrder
	}
	if !porcupine.CheckOperations(k.model(), k.operations(h, k.watched(h))) {
		return errLost
	}
	return nil
}

// operations translates a history; the calls in lost become edges.
func (k kind) operations(h history, lost []int) []porcupine.Operation {
	var out []porcupine.Operation
	add := func(o op, input any) {
		out = append(out, porcupine.Operation{ClientId: o.client, Input: input, Call: o.call, Return: o.ret})
	}
	ids := map[int]int{}
	for id, i := range lost {
		ids[i] = id
	}
	for i, o := range h {
		if id, ok := ids[i]; ok {
			add(o, edge{o.on, id, true})
			add(o, edge{o.on, id, false})
		} else if k.twice(o) {
			add(o, half{o, false})
			add(o, half{o, true})
		} else if o.what == batch {
			add(o, half{o, false})
		} else {
			add(o, o)
		}
	}
	return out
}

// twice reports whether the call acts at two points.
func (k kind) twice(o op) bool {
	return (o.what == batch || o.what == poll) && o.n > 0 || k.split && o.what == steal && o.outcome == deque.Empty
}

// watched lists the calls that answered Lost and need a cause.
func (k kind) watched(h history) []int {
	var out []int
	for i, o := range h {
		if o.outcome == deque.Lost && len(out) < 64 && !(k.ranged && h.ownerBeside(o)) {
			out = append(out, i)
		}
	}
	return out
}

// ownerBeside reports whether the owner of the deque pushed, popped or put a
// batch into it during the call. That may change the range that thieves see and
// so make them lose although nothing was taken.
func (h history) ownerBeside(lost op) bool {
	for _, o := range h {
		own := o.on
		if o.what == batch {
			own = o.to
		}
		if o.client != lost.client && o.what != steal && own == lost.on && o.call <= lost.ret && lost.call <= o.ret {
			return true
		}
	}
	return false
}

// checkPool judges a history of several deques as one pool, a set without order:
// what comes out went in before and comes out once, and at the end, when all has
// been emptied, nothing is left. Shavit and Touitou, Elimination trees and the
// construction of pools and stacks, Theory of Computing Systems 30 (1997).
// Batches move items within the pool, and Empty speaks of one deque only.
func checkPool(h history) error {
	type input struct {
		value int
		taken bool
	}
	var ops []porcupine.Operation
	left := 0
	for _, o := range h {
		in := input{o.value, o.what != push}
		switch {
		case o.what == push && !o.full:
			left++
		case (o.what == pop || o.what == steal) && o.outcome == deque.Got:
			left--
		default:
			continue
		}
		ops = append(ops, porcupine.Operation{ClientId: o.client, Input: in, Call: o.call, Return: o.ret})
	}
	ok := porcupine.CheckOperations(porcupine.Model{
		Init: func() any { return [4]uint64{} },
		Step: func(s, i, _ any) (bool, any) {
			set, in := s.([4]uint64), i.(input)
			if in.value <= 0 || in.value > 255 {
				return false, s
			}
			bit := uint64(1) << (in.value % 64)
			if (set[in.value/64]&bit != 0) != in.taken {
				return false, s
			}
			set[in.value/64] ^= bit
			return true, set
		},
	}, ops)
	if !ok || left != 0 {
		return errPool
	}
	return nil
}
