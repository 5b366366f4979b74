package deque

import (
	"fmt"
	"testing"
)

// The test here visits every state that a StealHalf of a bounded length can get
// into: the owner does any operations for ever, thieves steal any number that is in
// range, one access at a time. It proves the invariants I3 to I5 up to that length,
// with the functions of the real code; which item goes where it does not model.
//
// One thief that never stops stands for any number of them: a thief matters only
// by changing the word, and at that moment all others that have looked are doomed,
// as if they had not yet.

type ownerStep uint8

const (
	idle     ownerStep = iota
	pushed1            // Push has read the word
	pushed2            // and moved bot; or has read the word again
	pushRead           // refit lost a race
	popFits            // approach compares and swaps
	popMoves           // approach is done
	popped             // bot is lowered
	lastItem           // settle compares and swaps
	restores           // the item was stolen
	landed             // level reads the word
	levels             // level compares and swaps
)

// world is a state; indices count from top. The tag is left out: the word that
// somebody has read is either the present one or changed for good.
type world struct {
	n       int16 // bot
	exp     int8
	own     bool // the word's bit
	prev    bool // the word is the last that the owner made
	step    ownerStep
	current bool  // the word that the owner has read is the present one
	was     bool  // it was prev
	readExp int8  // its exp
	readN   int16 // bot, counted from its top
	looked  bool  // the thief has read the present word
	saw     int16 // and this number of items, or 0
}

func (w world) word() stealRange {
	r := stealRange(w.exp) << expShift
	if w.own {
		r |= ownerMade
	}
	return r
}

// became is the world after a change of the word: what others have read is old.
func (w world) became(r stealRange) world {
	w.exp, w.own, w.prev = int8(r.exp()), r&ownerMade != 0, false
	w.current, w.looked, w.saw = false, false, 0
	return w
}

// reads is the owner reading the word.
func (w world) reads() world {
	w.current, w.was, w.readExp, w.readN = true, w.prev, w.exp, w.n
	return w
}

// at is the owner's next step; what it does not need any more is forgotten.
func (w world) at(step ownerStep) world {
	w.step = step
	switch step {
	case idle, pushRead, popMoves, popped, restores, landed:
		w.current, w.was, w.readExp, w.readN = false, false, 0, 0
	case popFits, lastItem, levels:
		w.was, w.readExp, w.readN = false, 0, 0
	}
	return w
}

// stale asks the real code whether the word that the owner read is.
func (w world) stale(exp int) bool {
	r := stealRange(w.readExp) << expShift
	d := StealHalf[int]{prev: r}
	if !w.was {
		d.prev += tagUnit
	}
	return d.stale(r, int32(w.readN), exp)
}

// sets is a compare-and-swap by the owner: won, or lost.
func (w world) sets(exp int, won, lost ownerStep) world {
	if !w.current {
		return w.at(lost)
	}
	w = w.became(w.word().changed(ownerMade, exp, 0))
	w.prev = true
	return w.at(won)
}

// owner returns the worlds after the owner's next access.
func (w world) owner(longest int16) []world {
	switch w.step {
	case idle:
		next := []world{w.approaches()}
		if w.n < longest {
			next = append(next, w.reads().at(pushed1))
		}
		for k := int16(1); w.n+k <= longest; k++ {
			got := w
			got.n += k
			next = append(next, got.at(landed))
		}
		return next
	case pushed1:
		w.n++
		w.readN++
		return []world{w.at(pushed2)}
	case pushRead:
		return []world{w.reads().at(pushed2)}
	case pushed2:
		if w.readN <= 0 || !w.stale(grownExp(int32(w.readN))) {
			return []world{w.at(idle)}
		}
		return []world{w.sets(grownExp(int32(w.readN)), idle, pushRead)}
	case popFits: // a lost race reads again, as a new pop does
		return []world{w.sets(shrunkExp(int32(w.n)), popMoves, idle)}
	case popMoves:
		w.n--
		return []world{w.at(popped)}
	case popped:
		return []world{w.settles()}
	case lastItem:
		return []world{w.sets(0, idle, restores)}
	case restores:
		w.n++
		return []world{w.at(idle)}
	case landed:
		if w.n <= 0 {
			return []world{w.at(idle)}
		}
		return []world{w.reads().at(levels)}
	case levels:
		return []world{w.sets(grownExp(int32(w.n)), idle, landed)}
	}
	return nil
}

func (w world) approaches() world {
	w = w.reads()
	switch {
	case w.n <= 0:
		return w.at(idle)
	case !w.stale(shrunkExp(int32(w.n))):
		return w.at(popMoves)
	}
	return w.at(popFits)
}

func (w world) settles() world {
	switch {
	case w.n >= int16(1)<<w.exp:
		return w.at(idle)
	case w.n < 0:
		return w.at(restores)
	}
	return w.reads().at(lastItem)
}

// thief returns the worlds after a thief's next access.
func (w world) thief() []world {
	switch {
	case !w.looked:
		w.looked = true
		return []world{w}
	case w.saw == 0:
		if w.saw = w.n; w.n <= 0 {
			w.looked, w.saw = false, 0
		}
		return []world{w}
	}
	late := w // a thief that reads bot again, by the same word
	late.saw = 0
	next := []world{late}
	for k := int32(1); k <= min(w.word().length(), int32(w.saw)); k++ {
		r := w.word().robbed(int32(w.saw), k)
		robbed := w.became(r)
		robbed.n -= int16(k)
		next = append(next, robbed)
	}
	return next
}

// broken says which invariant does not hold.
func (w world) broken() error {
	length := int16(1) << w.exp
	if w.step == idle && (w.n < 0 || length > max(1, w.n/2) || 8*length < w.n) {
		return fmt.Errorf("I3: %d in range of %d items", length, w.n)
	}
	if w.own && length > 1 && (w.n < 2*length || w.n > 4*length) && w.step != landed && w.step != levels {
		return fmt.Errorf("I4: %d in range by the owner, of %d items", length, w.n)
	}
	if w.step == popped && w.n < length && (w.n > 0 || w.n < -1 || length != 1) {
		return fmt.Errorf("I5: %d in range, %d items left", length, w.n)
	}
	return nil
}

// TestStealHalf_everyState visits all of them up to 72 items.
func TestStealHalf_everyState(t *testing.T) {
	const longest = 72
	start := world{own: true, prev: true}
	from := map[world]world{start: start}
	for todo := []world{start}; len(todo) > 0; {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if err := w.broken(); err != nil {
			for ; w != start; w = from[w] {
				t.Logf("%+v", w)
			}
			t.Fatalf("%v; the way there, backwards, is above", err)
		}
		for _, next := range append(w.owner(longest), w.thief()...) {
			if _, seen := from[next]; !seen {
				from[next] = w
				todo = append(todo, next)
			}
		}
	}
	t.Logf("%d states with up to %d items", len(from), longest)
}
