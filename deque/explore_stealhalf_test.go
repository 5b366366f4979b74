//go:build explore

package deque

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
)

// halves is a scenario of StealHalfs. A thread's script has one sign per
// operation: + pushes and - pops, on its own deque; a to c steal one from the
// deque of that number, A to C steal up to half into its own.
type halves struct {
	name     string
	capacity int
	fill     []int    // items in each deque at first; thread i owns deque i
	scripts  []string // a thread beyond the deques is a thief without one
}

var halvesScenarios = []halves{
	{"last", 4, []int{1}, []string{"-+--", "a"}},
	{"last", 4, []int{1}, []string{"-+--", "aa"}},
	{"last", 4, []int{1}, []string{"-+--", "a", "a"}},
	{"two", 4, []int{2}, []string{"--+-", "a", "a"}},
	{"three", 4, []int{3}, []string{"-+--", "aa", "a"}},
	{"fresh", 4, []int{0}, []string{"++-+--", "a", "a"}},
	{"full", 2, []int{2}, []string{"++--", "aa"}},
	{"full", 2, []int{2}, []string{"+-++", "a", "a"}},
	{"one", 1, []int{1}, []string{"+-+-", "a", "a"}},
	{"half", 8, []int{7, 0}, []string{"+---", "A"}},
	{"half", 8, []int{7, 0}, []string{"+----", "AA"}},
	{"half", 8, []int{7, 0, 0}, []string{"+---", "A", "A"}},
	{"mixed", 4, []int{4, 0}, []string{"----", "A", "a"}},
	{"grow", 8, []int{3, 1}, []string{"++-+", "A", "a"}},
	{"up", 16, []int{0}, []string{"++++++++", "a", "a"}},
	{"down", 16, []int{8}, []string{"--------", "a", "a"}},
	{"late", 16, []int{8}, []string{"+++", "a", "a"}},
	{"receive", 32, []int{32, 1}, []string{"-", "A", "b"}},
	{"chain", 8, []int{6, 0, 0}, []string{"--", "A-", "B"}},
	{"mutual", 8, []int{8, 3}, []string{"---B", "--A-"}},
}

// bazaar is one run.
type bazaar struct {
	d    []*StealHalf[int]
	want [][]int // what each holds at first
	made int

	before []Counts

	did [][]deed // per thread
	bad []error  // per thread
}

// deed is an operation on a deque, as somebody saw it.
type deed struct {
	on        int
	sign      byte // + - or a
	item      int  // pushed or taken; of A, how many
	outcome   Outcome
	full      bool
	call, ret int64
}

func (h halves) scenario(linear bool) func(*explore.X) {
	return func(x *explore.X) {
		m := &bazaar{did: make([][]deed, len(h.scripts)), bad: make([]error, len(h.scripts))}
		for id, n := range h.fill {
			d := newStealHalf[int](h.capacity, indexMask-1, ^uint32(0))
			m.want = append(m.want, nil)
			for range n {
				y := m.made
				m.made++
				d.Push(&y)
				m.want[id] = append(m.want[id], y)
			}
			m.d = append(m.d, d)
			m.before = append(m.before, d.Counts())
		}
		next := m.made
		for id, script := range h.scripts {
			first := next
			for _, sign := range script {
				if sign == '+' {
					next++
				}
			}
			if id > 0 {
				x.Go(func() { m.perform(x, id, script, first) })
			}
		}
		first := m.made
		m.made = next
		m.perform(x, 0, h.scripts[0], first)
		x.OnEnd(func() error { return m.judge(linear) })
	}
}

func (m *bazaar) perform(x *explore.X, id int, script string, item int) {
	for i := range len(script) {
		e := deed{on: id, sign: script[i], item: item}
		e.call, e.ret = x.Interval(func() { m.bad[id] = errors.Join(m.bad[id], m.act(id, &e)) })
		if e.sign == '+' {
			item++
		}
		m.did[id] = append(m.did[id], e)
	}
}

// act does what the sign says and notes the answer.
func (m *bazaar) act(id int, e *deed) error {
	var got *int
	switch {
	case e.sign == '+':
		y := e.item
		e.full = !m.d[id].Push(&y)
		return nil
	case e.sign == '-':
		got, e.outcome = m.d[id].Pop()
	case e.sign >= 'a':
		e.on, e.sign = int(e.sign-'a'), 'a'
		got, e.outcome = m.d[e.on].Steal()
	default:
		e.on, e.sign = int(e.sign-'A'), 'A'
		e.item, e.outcome = m.d[e.on].StealInto(m.d[id])
		return nil
	}
	if (got == nil) != (e.outcome != Got) {
		return fmt.Errorf("answered %v with item %v", e.outcome, got)
	}
	if got != nil {
		e.item = *got
	}
	return nil
}

// judge is the oracle: the bounds hold, each item came out once and no other did,
// and if linear each deque without a receiver's history is one of a sequential
// deque, so Empty was true at an instant of its call.
func (m *bazaar) judge(linear bool) error {
	if err := errors.Join(m.bad...); err != nil {
		return err
	}
	times := make([]int, m.made)
	received := make([]bool, len(m.d))
	for id, deeds := range m.did {
		for _, e := range deeds {
			switch {
			case e.sign == '+' && e.full:
				times[e.item]++ // stays with its owner
			case e.sign == 'A':
				received[id] = true
			case e.sign != '+' && e.outcome == Got:
				times[e.item]++
			}
		}
	}
	var failures []error
	for id, d := range m.d {
		if failure := panicOf(d.check); failure != nil {
			failures = append(failures, fmt.Errorf("%v", failure))
		}
		failures = append(failures, m.monotonic(id))
		var rest []int
		for y, outcome := d.Steal(); outcome == Got; y, outcome = d.Steal() {
			if y == nil {
				return errors.New("a slot was cleared early")
			}
			times[*y]++
			rest = append(rest, *y)
		}
		if linear && !received[id] && !linearizable(m.of(id), m.want[id], rest, len(d.slots)) {
			failures = append(failures, fmt.Errorf("not linearizable on deque %d, with %v left: %+v", id, rest, m.of(id)))
		}
	}
	for y, n := range times {
		if n != 1 {
			failures = append(failures, fmt.Errorf("item %d came out %d times", y, n))
		}
	}
	return errors.Join(failures...)
}

// spent is how often the owner of a deque has compared and swapped in this run.
func (m *bazaar) spent(id int) int {
	return int(m.d[id].Counts().Owner.CAS - m.before[id].Owner.CAS)
}

// monotonic wants at most log₂ k + 2 + 2m in k pushes, or k pops, and m steals.
func (m *bazaar) monotonic(id int) error {
	k, pushes, steals := len(m.did[id]), 0, 0
	for _, e := range m.of(id) {
		switch {
		case e.sign == '+':
			pushes++
		case e.sign != '-' && e.outcome == Got && !(e.sign == 'A' && e.item == 0):
			steals++
		}
	}
	for _, e := range m.did[id] {
		if e.sign != '+' && e.sign != '-' {
			return nil
		}
	}
	if k == 0 || pushes != 0 && pushes != k {
		return nil
	}
	if cas, limit := m.spent(id), bits.Len(uint(k))+1+2*steals; cas > limit {
		return fmt.Errorf("%d compare-and-swaps of the owner in %d operations and %d steals, want at most %d", cas, k, steals, limit)
	}
	return nil
}

// of is what was done on a deque.
func (m *bazaar) of(id int) []deed {
	var out []deed
	for _, deeds := range m.did {
		for _, e := range deeds {
			if e.on == id {
				out = append(out, e)
			}
		}
	}
	return out
}

// linearizable looks for an order of the deeds, true to real time, in which they
// are those of a sequential deque that ends up with rest.
func linearizable(deeds []deed, has, rest []int, capacity int) bool {
	if len(deeds) == 0 {
		return slices.Equal(has, rest)
	}
	earliest := deeds[0].ret
	for _, e := range deeds {
		earliest = min(earliest, e.ret)
	}
	for i, e := range deeds {
		if e.call > earliest {
			continue
		}
		if after, ok := e.apply(has, capacity); ok &&
			linearizable(slices.Delete(slices.Clone(deeds), i, i+1), after, rest, capacity) {
			return true
		}
	}
	return false
}

// apply is the sequential deque.
func (e deed) apply(has []int, capacity int) ([]int, bool) {
	last := len(has) - 1
	switch {
	case e.sign == '+' && e.full:
		return has, len(has) == capacity
	case e.sign == '+':
		return append(slices.Clone(has), e.item), len(has) < capacity
	case e.outcome == Lost:
		return has, e.sign != '-'
	case e.outcome == Empty:
		return has, last < 0
	case e.sign == 'A':
		return has[min(e.item, len(has)):], e.item <= len(has)
	case last < 0:
		return has, false
	case e.sign == '-':
		return has[:last], has[last] == e.item
	}
	return has[1:], has[0] == e.item
}

// TestExploreStealHalf tries every trace for what comes out, and for when it does
// every schedule of few preemptions; of one steal, every schedule.
func TestExploreStealHalf(t *testing.T) {
	for _, h := range halvesScenarios {
		t.Run(fmt.Sprintf("%s/%v", h.name, h.scripts), func(t *testing.T) {
			budget.Check(t, h.scenario(false), budget.Plan{{Mode: explore.DPOR}})
			budget.Check(t, h.scenario(true), budget.Deep)
			if len(h.scripts) == 2 && len(h.scripts[1]) == 1 {
				budget.Check(t, h.scenario(true), budget.Plan{{Bound: -1}})
			}
		})
	}
}
