package deque

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"unsafe"
)

// filled returns a deque that holds 0 … n-1.
func filled(capacity, n int) *StealHalf[int] {
	d := NewStealHalf[int](capacity)
	pushAll(d, n)
	return d
}

func pushAll(d *StealHalf[int], n int) {
	for k := range n {
		d.Push(&k)
	}
}

// inRange returns the length of the range in the word.
func inRange(d *StealHalf[int]) int { return int(stealRange(d.sr.Load()).length()) }

// changes returns how often the word has changed, mod 2^32.
func changes(d *StealHalf[int]) int { return int(d.sr.Load() >> 32) }

// bounds complains if I1 or I3 does not hold between two operations of the owner.
func bounds(t *testing.T, d *StealHalf[int]) {
	t.Helper()
	defer func() {
		if failure := recover(); failure != nil {
			t.Fatal(failure)
		}
	}()
	d.check()
}

// TestStealHalf_capacity wants capacities rounded up, kept, and refused.
func TestStealHalf_capacity(t *testing.T) {
	for capacity, want := range map[int]int{1: 1, 2: 2, 3: 4, 4: 4, 5: 8, 1000: 1024} {
		d := filled(capacity, want)
		if d.Len() != want || d.Push(new(int)) {
			t.Errorf("capacity %d: %d items and more, want %d", capacity, d.Len(), want)
		}
		d.Steal()
		if x := 7; !d.Push(&x) || d.Push(&x) {
			t.Errorf("capacity %d: not exactly one more fits after a steal", capacity)
		}
		bounds(t, d)
	}
	for _, capacity := range []int{-1, 0, maxIndexed + 1} {
		if panicOf(func() { NewStealHalf[int](capacity) }) == nil {
			t.Errorf("capacity %d: no panic", capacity)
		}
	}
}

func panicOf(f func()) (failure any) {
	defer func() { failure = recover() }()
	f()
	return nil
}

func TestStealHalf_intoItself(t *testing.T) {
	d := filled(4, 2)
	if panicOf(func() { d.StealInto(d) }) == nil {
		t.Error("no panic")
	}
}

// TestStealHalf_figure4 pushes the 16th item: the range grows to 8.
func TestStealHalf_figure4(t *testing.T) {
	d, x := filled(32, 15), new(int)
	if got := inRange(d); got != 4 {
		t.Errorf("15 items: %d in range, want 4", got)
	}
	d.Push(x)
	if got := inRange(d); got != 8 {
		t.Errorf("16 items: %d in range, want 8", got)
	}
}

// TestStealHalf_figure6 pops the 16th item: the range shrinks from 8 to 4, before
// the bottom moves.
func TestStealHalf_figure6(t *testing.T) {
	d := filled(32, 16)
	if !d.approach() || inRange(d) != 4 || d.Len() != 16 {
		t.Errorf("popping the 16th item: %d of %d in range, want 4 of 16", inRange(d), d.Len())
	}
	d.move(-1)
	if x, outcome := d.settle(); outcome != Got || *x != 15 {
		t.Errorf("popped %v, %v, want 15", x, outcome)
	}
	for d.Len() > 8 {
		d.Pop()
	}
	if inRange(d) != 4 {
		t.Errorf("8 items: %d in range, want 4", inRange(d))
	}
}

// TestStealHalf_figure8 has 95 items and 32 in range: the first thief takes 14,
// the second all 16 that it left in range, and leaves 16 again.
func TestStealHalf_figure8(t *testing.T) {
	d := filled(128, 95)
	if got := inRange(d); got != 32 {
		t.Fatalf("95 items: %d in range, want 32", got)
	}
	for _, thief := range []struct{ has, takes, leaves int }{{36, 14, 16}, {0, 16, 16}} {
		own := filled(64, thief.has)
		n, outcome := d.StealInto(own)
		if n != thief.takes || outcome != Got || inRange(d) != thief.leaves {
			t.Errorf("a thief with %d items took %d, %v and left %d in range; want %d, got, %d",
				thief.has, n, outcome, inRange(d), thief.takes, thief.leaves)
		}
		if own.Len() != thief.has+thief.takes {
			t.Errorf("the thief has %d items, want %d", own.Len(), thief.has+thief.takes)
		}
		bounds(t, d)
		bounds(t, own)
	}
}

// TestStealHalf_compareAndSwaps counts those of the owner in monotonic sequences,
// by the tag: at most log₂ k + 2 + 2m. The steals come evenly spread, one or half.
func TestStealHalf_compareAndSwaps(t *testing.T) {
	const top = 20
	x := new(int)
	for log := 4; log <= top; log += 4 {
		for m := range 4 {
			if log == top && (m%3 != 0 || slower() > 1) {
				continue // they take long, and most so under the race detector
			}
			k := 1 << log
			d, own := NewStealHalf[int](k), NewStealHalf[int](k)
			steals := 0
			run := func(pops bool) int {
				steals = 0
				before := changes(d)
				for i := range k {
					if pops {
						d.Pop()
					} else {
						d.Push(x)
					}
					if m > 0 && (i+1)%(k/(m+1)) == 0 && steals < m {
						if n, _ := d.StealInto(own); n > 0 {
							steals++
						}
					}
				}
				return changes(d) - before - steals
			}
			pushes := run(false)
			for d.Len() < k {
				d.Push(x)
			}
			pops := run(true)
			limit := log + 2 + 2*m
			if pushes > limit || pops > limit {
				t.Errorf("k=%d m=%d: %d for the pushes and %d for the pops, want at most %d", k, m, pushes, pops, limit)
			}
			if k == 16 && m == 0 && (pushes != 3 || pops != 4) {
				t.Errorf("k=16: %d for the pushes and %d for the pops, want 3 and 4", pushes, pops)
			}
			t.Logf("k=2^%-2d m=%d: push %2d, pop %2d, limit %2d", log, m, pushes, pops, limit)
		}
	}
}

// pair is two deques and what they should hold.
type pair struct {
	d    [2]*StealHalf[int]
	want [2][]int
}

// step does a random operation, and says what went wrong.
func (p *pair) step(random *rand.Rand, k int) error {
	side := random.IntN(2)
	d, want := p.d[side], &p.want[side]
	switch op := random.IntN(9); op {
	case 0, 1, 2, 3:
		if d.Push(&k) != (len(*want) < len(d.slots)) {
			return fmt.Errorf("push onto %d items", len(*want))
		}
		if len(*want) < len(d.slots) {
			*want = append(*want, k)
		}
	case 4, 5, 6:
		return took(want, len(*want)-1, d.Pop)
	case 7:
		return took(want, 0, d.Steal)
	case 8:
		other := &p.want[1-side]
		n, outcome := d.StealInto(p.d[1-side])
		if (outcome == Empty) != (len(*want) == 0) || outcome == Lost || n > len(*want) {
			return fmt.Errorf("stole %d of %d: %v", n, len(*want), outcome)
		}
		if n > 0 && len(*want)-n < len(*other) {
			return fmt.Errorf("stole %d of %d for one with %d", n, len(*want), len(*other))
		}
		*other = append(*other, (*want)[:n]...)
		*want = (*want)[n:]
	}
	return nil
}

// took takes one of want, which should be that at index i.
func took(want *[]int, i int, take func() (*int, Outcome)) error {
	x, outcome := take()
	switch {
	case len(*want) == 0:
		if x != nil || outcome != Empty {
			return fmt.Errorf("took %v, %v from nothing", x, outcome)
		}
	case outcome != Got || *x != (*want)[i]:
		return fmt.Errorf("took %v, %v; want %d", x, outcome, (*want)[i])
	default:
		*want = slices.Delete(*want, i, i+1)
	}
	return nil
}

// TestStealHalf_random compares two deques, of different capacities and starting
// just below overflow, with slices; the bounds must hold after each operation.
func TestStealHalf_random(t *testing.T) {
	for _, capacity := range [][2]int{{1, 1}, {1, 64}, {4, 4}, {4, 16}, {32, 8}, {256, 256}, {512, 64}} {
		t.Run(fmt.Sprintf("capacity=%v", capacity), func(t *testing.T) {
			seed := rand.Uint64()
			random := rand.New(rand.NewPCG(seed, 0))
			var p pair
			for side := range p.d {
				p.d[side] = newStealHalf[int](capacity[side], indexMask-20, ^uint32(20))
			}
			for k := range 20_000 {
				if err := p.step(random, k); err != nil {
					t.Fatalf("step %d: %v; seed %d", k, err, seed)
				}
				for side, d := range p.d {
					bounds(t, d)
					if d.Len() != len(p.want[side]) {
						t.Fatalf("step %d: Len is %d, want %d; seed %d", k, d.Len(), len(p.want[side]), seed)
					}
				}
			}
			for _, d := range p.d {
				for outcome := Got; outcome != Empty; {
					_, outcome = d.Pop()
				}
				clean(t, d)
			}
		})
	}
}

// clean complains of items that an empty deque still holds on to.
func clean(t *testing.T, d *StealHalf[int]) {
	t.Helper()
	for i := range d.slots {
		if d.slots[i].Load() != nil {
			t.Errorf("slot %d is not cleared", i)
		}
	}
	for _, x := range d.loot[:cap(d.loot)] {
		if x != nil {
			t.Error("the scratch is not cleared")
		}
	}
}

// TestStealHalf_release wants collected what was popped, and what was stolen once
// the owner found nothing.
func TestStealHalf_release(t *testing.T) {
	type item [64]byte
	d, own := NewStealHalf[item](128), NewStealHalf[item](128)
	var gone atomic.Int32
	const items = 100
	for range items {
		x := new(item)
		runtime.AddCleanup(x, func(gone *atomic.Int32) { gone.Add(1) }, &gone)
		d.Push(x)
	}
	d.StealInto(own)
	for own.Len() > 0 {
		own.Pop()
	}
	for d.Len() > 0 {
		d.Pop()
		d.Steal()
	}
	d.Pop()
	for k := 0; k < 200 && gone.Load() < items; k++ {
		runtime.GC()
		runtime.Gosched()
	}
	if n := gone.Load(); n != items {
		t.Errorf("%d of %d items were collected", n, items)
	}
	runtime.KeepAlive(d)
	runtime.KeepAlive(own)
}

// TestStealHalf_inequalities wants what holds right after a change of the owner's:
// 2R ≤ n < 4R before more is pushed, 2R ≤ n ≤ 4R before one is popped.
func TestStealHalf_inequalities(t *testing.T) {
	for n := int32(2); n < 1<<12; n++ {
		grown, shrunk := int32(1)<<grownExp(n), int32(1)<<shrunkExp(n)
		if 2*grown > n || n >= 4*grown || 2*shrunk > n || n > 4*shrunk {
			t.Errorf("%d items: ranges %d and %d", n, grown, shrunk)
		}
	}
}

// TestStealHalf_layout wants apart what thieves write, what the owner writes and
// they read, and what is the owner's own.
func TestStealHalf_layout(t *testing.T) {
	var d StealHalf[int]
	at := []uintptr{0, unsafe.Offsetof(d.sr), unsafe.Offsetof(d.bot), unsafe.Offsetof(d.slots)}
	for i := 1; i < len(at); i++ {
		if at[i]-at[i-1] < 128 {
			t.Errorf("offsets %v, want steps of 128 or more", at)
		}
	}
}
