package deque

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// The scenarios of one goroutine, where every answer is known.

// A model is a deque beside the slice that says what it must answer. Its methods are no test helpers: to
// mark them costs more than what they do.
type model struct {
	t    *testing.T
	k    kind
	d    queue
	cap  int
	made int
	want []int // oldest first
}

// push adds the next task, and reports whether there was room.
func (m *model) push() bool {
	m.made++
	if !m.d.Push(&task{id: m.made}) {
		if !m.k.bounded || len(m.want) < m.cap && !m.k.sticky {
			m.t.Fatalf("push of task %d: no room beside %d tasks, capacity %d", m.made, len(m.want), m.cap)
		}
		m.made--
		return false
	}
	m.want = append(m.want, m.made)
	if m.k.bounded && len(m.want) > m.cap {
		m.t.Fatalf("push of task %d: room for %d tasks, capacity %d", m.made, len(m.want), m.cap)
	}
	m.size()
	return true
}

func (m *model) pop() {
	x, outcome := m.d.Pop()
	if m.answer("pop", x, outcome, len(m.want)-1) {
		m.want = m.want[:len(m.want)-1]
	}
	m.size()
}

func (m *model) steal() {
	x, outcome := stealServed(m.d)
	if m.answer("steal", x, outcome, 0) {
		m.want = m.want[1:]
	}
	m.size()
}

// answer checks a removal of want[at], and reports whether there was one.
func (m *model) answer(what string, x *task, outcome Outcome, at int) bool {
	if len(m.want) == 0 {
		if x != nil || outcome != Empty {
			m.t.Fatalf("%s after %d pushes: %v, %v; want nil, empty", what, m.made, x, outcome)
		}
		return false
	}
	if outcome != Got || x == nil || x.id != m.want[at] {
		m.t.Fatalf("%s after %d pushes: %v, %v; want task %d of %v", what, m.made, x, outcome, m.want[at], m.want)
	}
	return true
}

func (m *model) size() {
	if n := size(m.d); n != len(m.want) {
		m.t.Fatalf("after %d pushes there are %d items, want %d", m.made, n, len(m.want))
	}
}

// testEmpty wants Empty from a deque that never held anything, and from one that
// does so no more.
func testEmpty(t *testing.T, k kind) {
	for _, s := range k.starts() {
		m := &model{t: t, k: k, d: s.make(4), cap: 4}
		for range 10 {
			m.pop()
			m.steal()
			m.push()
			m.pop()
			m.steal()
			m.pop() // lets a sticky one begin again
			m.push()
			m.steal()
			m.pop()
		}
	}
}

// testSmoke compares with a slice, in random order.
func testSmoke(t *testing.T, k kind) {
	for seed := range uint64(8) {
		for _, s := range k.starts() {
			for _, capacity := range []int{4, 64} {
				t.Run(fmt.Sprintf("start=%s/capacity=%d/seed=%d", s.name, capacity, seed), func(t *testing.T) {
					random := rand.New(rand.NewPCG(seed, 0))
					m := &model{t: t, k: k, d: s.make(capacity), cap: capacity}
					for range 4000 {
						switch op := random.IntN(8); {
						case op < 4:
							m.push()
						case op < 6:
							m.pop()
						default:
							m.steal()
						}
					}
				})
			}
		}
	}
}

// testFull fills a bounded deque up and wants it unharmed; an unbounded one has
// room for as many again, and again.
func testFull(t *testing.T, k kind) {
	for _, s := range k.starts() {
		for _, capacity := range []int{1, 2, 4, 64} {
			m := &model{t: t, k: k, d: s.make(capacity), cap: capacity}
			for range 5 {
				for range 3 * capacity {
					m.push()
				}
				if k.bounded && len(m.want) != capacity {
					t.Fatalf("a deque of capacity %d is full at %d", capacity, len(m.want))
				}
				for range 3*capacity + 1 {
					m.pop()
				}
			}
		}
	}
}

// testWrapAround moves the items round, at every length. A sticky deque is emptied
// when it is full, so that its tag goes round instead.
func testWrapAround(t *testing.T, k kind) {
	const capacity = 4
	for _, s := range k.starts() {
		for n := range capacity + 1 {
			m := &model{t: t, k: k, d: s.make(capacity), cap: capacity}
			for range n {
				m.push()
			}
			for range 10 * capacity {
				m.steal()
				if m.push() || !k.sticky {
					continue
				}
				for range capacity + 1 {
					m.pop()
				}
				for range max(1, n) {
					m.push()
				}
			}
		}
	}
}
