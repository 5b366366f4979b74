package span

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// partition is what all four have: they can be exchanged.
type partition interface {
	All(part int) iter.Seq[int]
	Chunks(part int) iter.Seq2[int, int]
}

// partitions makes each kind for that many consumers.
var partitions = map[string]func(lo, hi, parts, grain int) partition{
	"static":    func(lo, hi, parts, _ int) partition { return NewStatic(lo, hi, parts) },
	"dynamic":   func(lo, hi, _, grain int) partition { return NewDynamic(lo, hi, max(grain, 1)) },
	"guided":    func(lo, hi, parts, grain int) partition { return NewGuided(lo, hi, parts, max(grain, 1)) },
	"stealing":  func(lo, hi, parts, grain int) partition { return NewStealing(lo, hi, parts, grain) },
	"automatic": func(lo, hi, parts, _ int) partition { return NewStealing(lo, hi, parts, 0) },
}

// TestPartitions_once wants each index once, at all sizes, one by one and by chunks.
func TestPartitions_once(t *testing.T) {
	for name, make := range partitions {
		for _, parts := range []int{1, 2, 8} {
			for _, n := range []int{0, 1, 2, 7, 8, 9, 1000, 4099} {
				for _, grain := range []int{1, 3, 64, 5000} {
					t.Run(fmt.Sprintf("%s/parts=%d/n=%d/grain=%d", name, parts, n, grain), func(t *testing.T) {
						got := expect.NewSeen(-n/3, n)
						consume(t, make(-n/3, n-n/3, parts, grain), parts, func(_, i int) { got.Add(i) })
						got.Once(t)
						got = expect.NewSeen(5, n)
						p := make(5, 5+n, parts, grain)
						expect.Together(t, parts, func(part int) {
							for lo, hi := range p.Chunks(part) {
								if lo >= hi {
									t.Errorf("a chunk [%d, %d) without indices", lo, hi)
								}
								for i := lo; i < hi; i++ {
									got.Add(i)
								}
							}
						})
						got.Once(t)
					})
				}
			}
		}
	}
}

// TestPartitions_bounds goes through intervals at the ends of int, and through
// empty and inverted ones.
func TestPartitions_bounds(t *testing.T) {
	for name, make := range partitions {
		for _, lo := range []int{math.MinInt, -3, math.MaxInt - 7} {
			got := expect.NewSeen(lo, 7)
			consume(t, make(lo, lo+7, 3, 2), 3, func(_, i int) { got.Add(i) })
			got.Once(t)
		}
		for _, b := range [][2]int{{0, 0}, {5, 5}, {7, 3}, {math.MaxInt, math.MinInt}, {math.MinInt, math.MinInt}} {
			consume(t, make(b[0], b[1], 3, 2), 3, func(_, i int) {
				t.Errorf("%s: index %d of the empty interval %v", name, i, b)
			})
		}
	}
}

// TestPartitions_huge sums the lengths of chunks whose indices are too many to
// run, and wants them to meet end to end.
func TestPartitions_huge(t *testing.T) {
	for _, b := range [][2]int{{0, 1 << (bits.UintSize/2 + 1)}, {math.MinInt / 2, math.MaxInt / 2}, {math.MinInt, -1}, {0, math.MaxInt}} {
		for name, p := range map[string]partition{
			"static":   NewStatic(b[0], b[1], 5),
			"dynamic":  NewDynamic(b[0], b[1], math.MaxInt/3),
			"guided":   NewGuided(b[0], b[1], 3, 1<<20),
			"stealing": NewStealing(b[0], b[1], 5, math.MaxInt/8+1),
		} {
			sum, from := 0, map[int]int{}
			for part := range 5 {
				for lo, hi := range p.Chunks(part) {
					if lo >= hi || lo < b[0] || hi > b[1] {
						t.Fatalf("%s %v: chunk [%d, %d)", name, b, lo, hi)
					}
					sum += hi - lo
					from[lo] = hi
				}
			}
			if sum != b[1]-b[0] {
				t.Errorf("%s %v: %d indices, want %d", name, b, sum, b[1]-b[0])
			}
			at := b[0]
			for at != b[1] && from[at] > at {
				at = from[at]
			}
			if at != b[1] {
				t.Errorf("%s %v: a gap at %d", name, b, at)
			}
		}
	}
}

// TestPartitions_refused: what they panic of says what is allowed.
func TestPartitions_refused(t *testing.T) {
	for want, calls := range map[string][]func(){
		"at least 1 part": {
			func() { NewStatic(0, 1, 0) }, func() { NewGuided(0, 1, 0, 1) }, func() { NewStealing(0, 1, -1, 0) }},
		"at least 1 index": {
			func() { NewDynamic(0, 1, 0) }, func() { NewGuided(0, 1, 1, 0) }},
		"grain must be at least 0": {func() { NewStealing(0, 1, 1, -1) }},
		"grain must be at least 1": {func() { NewRange(0, 1, 0) }},
		"less than 2⁶³ indices": {
			func() { NewRange(math.MinInt, 0, 1) },
			func() { NewStatic(math.MinInt, 0, 1) }, func() { NewDynamic(math.MinInt, 0, 1) },
			func() { NewGuided(-1, math.MaxInt, 1, 1) }, func() { NewStealing(math.MinInt, math.MaxInt, 1, 0) }},
		"no part 3; there are parts 0 to 2": {
			func() { NewStatic(0, 1, 3).All(3) }, func() { NewStealing(0, 1, 3, 0).All(3) },
			func() { NewStatic(0, 1, 3).Chunks(3) }, func() { NewStealing(0, 1, 3, 0).Chunks(3) }},
		"no part -1;":               {func() { NewStatic(0, 1, 3).All(-1) }, func() { NewStealing(0, 1, 3, 0).All(-1) }},
		"Take needs at least 1":     {func() { NewRange(0, 1, 1).Take(0) }},
		"Fill needs an empty range": {func() { NewRange(0, 2, 1).Fill(0, 1) }},
	} {
		for _, call := range calls {
			mustPanic(t, want, call)
		}
	}
}

func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := fmt.Sprint(recover()); !strings.HasPrefix(got, "span: ") || !strings.Contains(got, strings.TrimPrefix(want, "span: ")) {
			t.Errorf("panic %q, want span: …%s…", got, want)
		}
	}()
	f()
}

// TestStatic_even: parts differ by one index at most.
func TestStatic_even(t *testing.T) {
	for _, n := range []int{0, 1, 3, 10, 1000, math.MaxInt} {
		for _, parts := range []int{1, 2, 3, 7, 16} {
			s, sum := NewStatic(0, n, parts), 0
			for part := range s.Parts() {
				for lo, hi := range s.Chunks(part) {
					if each := n / parts; hi-lo != each && hi-lo != each+1 {
						t.Errorf("n=%d parts=%d: part %d has %d", n, parts, part, hi-lo)
					}
					sum += hi - lo
				}
			}
			if sum != n {
				t.Errorf("n=%d parts=%d: %d in all", n, parts, sum)
			}
		}
	}
}

// TestGuided_sizes: half of a share of the rest, and then the least.
func TestGuided_sizes(t *testing.T) {
	var got []int
	for lo, hi := range NewGuided(0, 100, 2, 5).Chunks(0) {
		got = append(got, hi-lo)
	}
	if want := "[25 18 14 10 8 6 5 5 5 4]"; fmt.Sprint(got) != want {
		t.Errorf("chunks of %v, want %s", got, want)
	}
	if n := NewGuided(0, 1, math.MaxInt, 1).Parts(); n != math.MaxInt {
		t.Errorf("%d parts", n)
	}
	for range NewGuided(0, 9, math.MaxInt, 1).All(0) {
	}
}

// TestDynamic_leftBehind: the rest of a chunk is nobody's.
func TestDynamic_leftBehind(t *testing.T) {
	d := NewDynamic(0, 10, 4)
	for range d.All(0) {
		break
	}
	sum := 0
	for lo, hi := range d.Chunks(7) {
		sum += hi - lo
	}
	if sum != 6 {
		t.Errorf("%d indices after a chunk of 4 was left, want 6", sum)
	}
}
