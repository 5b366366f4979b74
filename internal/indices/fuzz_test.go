package indices

import (
	"math"
	"testing"
)

// FuzzSpace wants start and unitOf to be each other's inverse, units to cover the
// interval, and no index to come out of it.
func FuzzSpace(f *testing.F) {
	f.Add(0, 10, 3, 7)
	f.Add(-1, 0, 1, 0)
	f.Add(math.MinInt, -1, 1, math.MaxInt/3)
	f.Add(math.MinInt, math.MinInt+1, math.MaxInt, 0)
	f.Add(0, math.MaxInt, 1, math.MaxInt)
	f.Add(math.MaxInt-5, math.MaxInt, 2, 3)
	f.Add(math.MinInt/2, math.MaxInt/2, math.MaxInt>>30, 12345)
	f.Fuzz(func(t *testing.T, lo, hi, grain, at int) {
		if grain < 1 || lo < hi && hi-lo < 0 {
			return
		}
		s := newSpace(lo, hi, grain)
		if lo >= hi {
			if s.units() != 0 || s.start(0) != lo || s.unitOf(lo) != 0 {
				t.Fatalf("empty, but %d units from %d", s.units(), s.start(0))
			}
			return
		}
		units := s.units()
		if units < 1 || units > maxUnits || s.unit < grain || s.start(0) != lo || s.start(units) != hi || s.unitOf(hi) != units {
			t.Fatalf("[%d, %d) by %d: %d units of %d", lo, hi, grain, units, s.unit)
		}
		u := uint32(uint(at) % uint(units))
		i := s.start(u)
		if i < lo || i >= hi || s.start(u+1) <= i || s.unitOf(i) != u {
			t.Fatalf("unit %d of %+v: from %d to %d, back %d", u, s, i, s.start(u+1), s.unitOf(i))
		}
		if i+1 < s.start(u+1) && s.unitOf(i+1) != u+1 || s.unitOf(s.start(u+1)) != u+1 {
			t.Fatalf("unit %d of %+v is not rounded up", u, s)
		}
	})
}

// FuzzRange makes each call on a range and on a model, one after the other, and
// wants the same answers. A byte is a call; its upper bits say how many.
func FuzzRange(f *testing.F) {
	f.Add(10, 1, []byte{0x10, 1, 2, 3, 0x20, 2, 1, 1, 1, 4})
	f.Add(1000, 7, []byte{0xf0, 0x12, 1, 4, 4, 0x30, 0x22, 1, 1, 1, 1, 4})
	f.Add(3, 5, []byte{0x10, 2, 1, 4, 0, 0, 4})
	f.Fuzz(func(t *testing.T, n, grain int, calls []byte) {
		n, grain = n&0xffff, max(1, grain&0xff)
		const base = -100
		r := NewRange(base, base+n, grain)
		m := &model{r: r, base: base, n: n, grain: grain, high: (n + grain - 1) / grain}
		from := sibling(r) // of what was stolen, for Fill
		for _, b := range calls[:min(len(calls), 1<<10)] {
			m.do(t, int(b&7), int(b>>4)+1, from)
			want(t, "units", r.Len(), m.high-m.low)
		}
	})
}

// model is a range as two plain integers.
type model struct {
	r              *Range
	base, n, grain int
	low, high      int
	took           int      // where the last Take began
	loot           interval // the last steal
}

func (m *model) index(unit int) int { return m.base + min(unit*m.grain, m.n) }

func (m *model) do(t *testing.T, call, k int, from *Range) {
	t.Helper()
	switch call {
	case 0, 5: // take
		next := min(m.low+k, m.high)
		want(t, "take", answered(m.r.Take(k)), m.between(m.low, next))
		m.took, m.low = m.low, next
	case 1, 6: // steal
		mid := m.low + (m.high-m.low)/2
		m.loot = answered(m.r.Steal())
		want(t, "steal", m.loot, m.between(mid, m.high))
		m.high = mid
	case 2, 3, 7: // put back from k indices after the last take's begin on
		i := min(m.index(m.took)+k-1, m.index(m.low))
		unit := min((i-m.base+m.grain-1)/m.grain, m.low)
		if i == m.base+m.n {
			unit = m.low
		}
		want(t, "return", m.r.Return(i), m.index(unit))
		m.low = unit
	case 4: // fill
		if m.low < m.high || !m.loot.ok {
			return
		}
		m.r.Fill(m.loot.lo, m.loot.hi)
		m.low, m.high = (m.loot.lo-m.base)/m.grain, (m.loot.hi-m.base+m.grain-1)/m.grain
		m.took, m.loot.ok = m.low, false
	}
}

func (m *model) between(from, to int) interval {
	if from == to {
		return interval{}
	}
	return interval{m.index(from), m.index(to), true}
}
