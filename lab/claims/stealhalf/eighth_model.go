package stealhalf

import "math/bits"

// This file is a small model of the deque of [HS02]: an owner that pops and two thieves
// that steal once each, one access at a time, in every order. The model itself is not
// concurrent. Everything but the thief's rule is as in package deque, so the rule alone is
// to blame for what goes wrong.

// A stealRule says which range a thief leaves after a steal: one of 2^exp items.
type stealRule struct {
	name string
	exp  func(word stealWord, saw int8) int8 // saw: the length that the thief has read
}

// stealRules are two. By the printed rule the range is an eighth of the power of two
// above the length that the thief saw. The corrected rule prefers a range that the owner
// made to a length that may be old.
var stealRules = []stealRule{
	{"printed", func(_ stealWord, saw int8) int8 { return eighthOf(saw) }},
	{"corrected", func(w stealWord, saw int8) int8 {
		if w.own {
			return max(0, w.exp-1)
		}
		return eighthOf(saw)
	}},
}

func eighthOf(n int8) int8 { return max(0, int8(bits.Len8(uint8(n)))-3) }

// A stealWord is the word that owner and thieves compare and swap. Its tag makes every
// word different.
type stealWord struct {
	tag, top, exp int8
	own           bool // the owner made it
}

// A stealState is a state of the model, between two accesses.
type stealState struct {
	word      stealWord
	bot, prev int8 // prev: tag of the owner's last word
	step      int8
	read      int8 // tag of the word that the owner has read
	thieves   [2]struct {
		step, saw int8
		word      stealWord
	}
}

// Steps of the owner, and of a thief.
const (
	ownerRests  int8 = iota // between two pops, or about to read the word again
	ownerAgain              // the same, but inside a pop
	ownerFits               // compares and swaps for the new length
	ownerLowers             // moves bot
	ownerLooks              // reads the word for the item that it popped
	ownerLast               // compares and swaps for the last item

	thiefReadsWord int8 = iota - 6
	thiefReadsBot
	thiefTakes
	thiefDone
)

// A stealBound is the least and the greatest range that was seen between two operations
// of the owner with one number of items.
type stealBound struct{ least, greatest int8 }

// A stealSearch visits every state once.
type stealSearch struct {
	rule  stealRule
	seen  map[stealState]bool
	todo  []stealState
	bound map[int8]stealBound
	alien int // states in which the range covers a popped item and at least one other
}

// searchSteals tries every order from a deque of n items on.
func searchSteals(rule stealRule, n int8) *stealSearch {
	s := &stealSearch{rule: rule, seen: map[stealState]bool{}, bound: map[int8]stealBound{}}
	s.visit(stealState{word: stealWord{exp: max(0, int8(bits.Len8(uint8(n)))-2), own: true}, bot: n})
	for len(s.todo) > 0 {
		at := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		s.owner(at)
		for i := range at.thieves {
			s.thief(at, i)
		}
	}
	return s
}

func (s *stealSearch) visit(x stealState) {
	if s.seen[x] {
		return
	}
	s.seen[x] = true
	s.todo = append(s.todo, x)
	n := x.bot - x.word.top
	if x.step != ownerRests || n <= 0 {
		return
	}
	reach := min(n, int8(1)<<x.word.exp)
	b, ok := s.bound[n]
	if !ok {
		b = stealBound{reach, reach}
	}
	s.bound[n] = stealBound{min(b.least, reach), max(b.greatest, reach)}
}

// change is a successful compare-and-swap.
func (x *stealState) change(exp, top int8, own bool) {
	x.word = stealWord{x.word.tag + 1, top, exp, own}
	if own {
		x.prev = x.word.tag
	}
}

// owner is the next access of the owner, in a pop.
func (s *stealSearch) owner(x stealState) {
	n := x.bot - x.word.top
	shrunk := max(0, int8(bits.Len8(uint8(max(n, 1)-1)))-2)
	switch x.step {
	case ownerRests, ownerAgain:
		if n <= 0 {
			if x.step == ownerRests {
				return
			}
			x.step = ownerRests
			break
		}
		x.read, x.step = x.word.tag, ownerLowers
		if x.word.tag != x.prev || n&(n-1) == 0 && (n > 2 || x.word.exp != shrunk) {
			x.step = ownerFits
		}
	case ownerFits:
		x.step = ownerAgain
		if x.word.tag == x.read {
			x.change(shrunk, x.word.top, true)
			x.step = ownerLowers
		}
	case ownerLowers:
		x.bot--
		x.step = ownerLooks
	case ownerLooks:
		x.read, x.step = x.word.tag, ownerRests
		switch length := int8(1) << x.word.exp; {
		case n < 0:
			x.bot++ // stolen
		case n < length:
			x.step = ownerLast
			if n > 0 {
				s.alien++
			}
		}
	case ownerLast:
		if x.word.tag == x.read {
			x.change(0, x.word.top, true)
		} else {
			x.bot++
		}
		x.step = ownerRests
	}
	s.visit(x)
}

// thief is the next access of a thief, which takes one item or all in range.
func (s *stealSearch) thief(x stealState, i int) {
	t := &x.thieves[i]
	switch t.step {
	case thiefReadsWord:
		t.word, t.step = x.word, thiefReadsBot
	case thiefReadsBot:
		t.saw, t.step = x.bot-t.word.top, thiefTakes
		if t.saw <= 0 {
			t.step = thiefDone
		}
	case thiefTakes:
		t.step = thiefDone
		if t.word != x.word {
			break
		}
		word, saw := t.word, t.saw
		t.word, t.saw = stealWord{}, 0
		for _, k := range []int8{1, min(saw, int8(1)<<word.exp)} {
			y := x
			y.change(s.rule.exp(word, saw), word.top+k, false)
			s.visit(y)
		}
		return
	case thiefDone:
		return
	}
	if t.step == thiefDone {
		t.word, t.saw = stealWord{}, 0
	}
	s.visit(x)
}
