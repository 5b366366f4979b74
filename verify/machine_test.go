package verify

import (
	"fmt"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/expect"
)

// machine makes the same calls on deques of a kind and on Locked ones, one after
// the other, and wants the same answers. What a kind answers differently it knows:
// when a bounded one is full, how much of a split one is public, how many items a
// batch may move.
type machine struct {
	kind      kind
	capacity  int
	deques    []ends
	oracle    []deque.Locked[int]
	pushed    int
	public    int // split: items that thieves can see
	blocks    expect.Blocks
	requested bool // split: a thief found none
	used      int  // not exact: slots used since it was last seen empty
}

// publicSlots is how much of a split deque can be public.
const publicSlots = 256

func newMachine(k kind, capacity int) *machine {
	m := &machine{kind: k, capacity: capacity, oracle: make([]deque.Locked[int], 2)}
	if k.exact {
		m.capacity = 1 << bits.Len(uint(capacity-1))
	}
	for range m.oracle {
		m.deques = append(m.deques, k.make(capacity))
	}
	return m
}

// do makes the call that o plans. Only deque 0 of a kind without batches is used.
func (m *machine) do(o op) error {
	if o.what == push {
		o.value = m.pushed + 1
	}
	perform(m.deques, &o)
	d := &m.oracle[o.on]
	switch o.what {
	case push:
		return m.push(d, o)
	case pop:
		return m.pop(d, o)
	case steal:
		if m.kind.split && m.public == 0 {
			m.requested = true
			return same(o, nil, deque.Empty)
		}
		m.public = max(0, m.public-1)
		if m.kind.blocks > 0 {
			m.blocks = m.blocks.Steal()
		}
		x, outcome := d.Steal()
		return same(o, x, outcome)
	case batch:
		return m.batch(d, &m.oracle[o.to], o)
	}
	return m.expose(o)
}

func same(o op, want *int, outcome deque.Outcome) error {
	if o.outcome != outcome || want != nil && o.value != *want {
		return fmt.Errorf("%v, want %v %v", o, show(want), outcome)
	}
	return nil
}

func show(x *int) any {
	if x == nil {
		return "nothing:"
	}
	return *x
}

func (m *machine) push(d *deque.Locked[int], o op) error {
	full := m.kind.capacity > 0 && (m.kind.exact && d.Len() == m.capacity || !m.kind.exact && m.used == m.capacity)
	if o.full != full {
		return fmt.Errorf("%v, want full: %v, with %d items of %d", o, full, d.Len(), m.capacity)
	}
	if !full {
		m.pushed++
		m.used++
		d.Push(&o.value)
		if m.kind.blocks > 0 {
			m.divide(m.blocks.Push(m.capacity))
		}
	}
	return nil
}

func (m *machine) pop(d *deque.Locked[int], o op) error {
	m.used--
	if d.Len() <= 1 {
		m.used = 0
	}
	if m.kind.split && d.Len() == m.public {
		m.public = max(0, m.public-1)
	}
	if m.kind.blocks > 0 {
		m.divide(m.blocks.Pop())
	}
	x, outcome := d.Pop()
	return same(o, x, outcome)
}

// divide notes which items of a deque in blocks thieves can see now.
func (m *machine) divide(b expect.Blocks) { m.blocks, m.public = b, b.Public() }

// batch wants half of the difference moved. A ranged deque may move less: half of the
// victim's items less half of the thief's own, and, from an eighth of the items on, at
// least some if the thief has none.
func (m *machine) batch(from, to *deque.Locked[int], o op) error {
	there, have := from.Len(), to.Len()
	most := min(max(0, there-have+1)/2, batchRoom)
	least := most
	if m.kind.ranged {
		most = min(max(1, there/2)-have/2, m.capacity-have)
		least = 0
		if have == 0 {
			least = max(1, there/8)
		}
	}
	switch {
	case there == 0:
		return same(o, nil, deque.Empty)
	case o.outcome != deque.Got || o.n < least || o.n > max(0, most):
		return fmt.Errorf("%v, want %d to %d of %d moved to %d", o, least, max(0, most), there, have)
	}
	for range o.n {
		x, _ := from.Steal()
		to.Push(x)
	}
	return nil
}

func (m *machine) expose(o op) error {
	private := m.oracle[0].Len() - m.public
	if m.kind.blocks > 0 && o.what == poll && m.requested && private == 0 {
		if m.requested = m.public == 0; o.n != m.public {
			return fmt.Errorf("%v, want the %d that are public, for the request", o, m.public)
		}
		return nil
	}
	want := o.want
	if o.what == poll {
		switch {
		case !m.requested || private == 0:
			want = 0
		case m.kind.half:
			want = (private + 1) / 2
		default:
			want = 1
		}
		m.requested = m.requested && private == 0
	}
	most := publicSlots - m.public
	if m.kind.blocks > 0 {
		most = private
	}
	if want = max(0, min(want, private, most)); o.n != want {
		return fmt.Errorf("%v, want %d of %d private beside %d public", o, want, private, m.public)
	}
	m.public += want
	if m.kind.blocks > 0 {
		m.divide(m.blocks.Expose(want))
	}
	return nil
}

// count compares the lengths.
func (m *machine) count() error {
	for i, d := range m.deques {
		got, want := d.Len(), m.oracle[i].Len()
		if m.kind.split && i == 0 {
			if private := d.(exposes).Private(); private != want-m.public {
				return fmt.Errorf("%d private items, want %d", private, want-m.public)
			}
			want = m.public
		}
		if got != want {
			return fmt.Errorf("deque %d holds %d items, want %d", i, got, want)
		}
	}
	return nil
}

// empty takes out all that is left, at the bottom.
func (m *machine) empty() error {
	for on := range m.deques {
		for left := m.oracle[on].Len(); left >= 0; left-- {
			if err := m.do(op{what: pop, on: on}); err != nil {
				return err
			}
		}
	}
	return m.count()
}

// TestMachine draws sequences of calls and shrinks one that fails.
func TestMachine(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, rapid.MakeCheck(func(t *rapid.T) {
			capacity := rapid.IntRange(1, 40).Draw(t, "capacity")
			m := newMachine(k, capacity)
			t.Repeat(m.actions())
			if err := m.empty(); err != nil {
				t.Fatal(err)
			}
		}))
	}
}

// actions are the calls that the kind has.
func (m *machine) actions() map[string]func(*rapid.T) {
	act := func(plan func(t *rapid.T) op) func(*rapid.T) {
		return func(t *rapid.T) {
			if err := m.do(plan(t)); err != nil {
				t.Fatal(err)
			}
		}
	}
	on := func(t *rapid.T) int {
		if !m.kind.batches {
			return 0
		}
		return rapid.IntRange(0, 1).Draw(t, "deque")
	}
	pushing := act(func(t *rapid.T) op { return op{what: push, on: on(t)} })
	all := map[string]func(*rapid.T){
		"": func(t *rapid.T) {
			if err := m.count(); err != nil {
				t.Fatal(err)
			}
		},
		"push":  pushing,
		"push_": pushing, // as often as pop and steal together, so that it grows
		"pop":   act(func(t *rapid.T) op { return op{what: pop, on: on(t)} }),
		"steal": act(func(t *rapid.T) op { return op{what: steal, on: on(t)} }),
	}
	if m.kind.batches {
		all["batch"] = act(func(t *rapid.T) op { from := on(t); return op{what: batch, on: from, to: 1 - from} })
	}
	if m.kind.split {
		all["poll"] = act(func(*rapid.T) op { return op{what: poll} })
		all["expose"] = act(func(t *rapid.T) op { return op{what: expose, want: rapid.IntRange(0, 20).Draw(t, "n")} })
	}
	return all
}
