package span

import (
	"fmt"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// consume runs f over the indices of each part on a goroutine of its own, and
// waits for all; a loop that does not end fails the test.
func consume(t *testing.T, p partition, parts int, f func(part, i int)) {
	t.Helper()
	expect.Together(t, parts, func(part int) {
		for i := range p.All(part) {
			f(part, i)
		}
	})
}

// TestStealing_waits: a consumer that has nothing to do sleeps while the last
// item is at hand, and its loop ends with it (the source's spins).
func TestStealing_waits(t *testing.T) {
	for _, parts := range []int{2, 8} {
		s := NewStealing(0, parts, parts, 1)
		last := make(chan struct{})
		var ended atomic.Int32
		go func() {
			defer close(last)
			for s.sleepers.Load() < int32(parts-1) {
				runtime.Gosched()
			}
			if n := ended.Load(); n > 0 {
				t.Errorf("%d consumers ended before the last index was over", n)
			}
		}()
		expect.Together(t, parts, func(part int) {
			for i := range s.All(part) {
				if i == 0 {
					<-last
				}
			}
			ended.Add(1)
		})
	}
}

// TestStealing_abandoned: a consumer that breaks, panics or calls Goexit is done
// with the index it was given, and the others get the rest, of a unit too.
func TestStealing_abandoned(t *testing.T) {
	for _, grain := range []int{0, 1, 10, 1000} {
		for _, how := range []string{"break", "panic", "Goexit"} {
			for _, after := range []int{1, 5, 100} {
				t.Run(fmt.Sprintf("grain=%d/%s/after=%d", grain, how, after), func(t *testing.T) {
					const n = 2000
					s, got := NewStealing(0, n, 3, grain), expect.NewSeen(0, n)
					expect.Together(t, 3, func(part int) {
						if part == 0 {
							leave(s.All(part), how, after, got.Add)
							return
						}
						for i := range s.All(part) {
							got.Add(i)
						}
					})
					got.Once(t)
					if left := s.left.Load(); left != 0 {
						t.Errorf("%d indices left, want 0", left)
					}
				})
			}
		}
	}
}

// leave goes through that many indices and then ends its loop in that way.
func leave(all iter.Seq[int], how string, after int, use func(int)) {
	var wg sync.WaitGroup
	wg.Go(func() {
		defer func() { recover() }()
		count := 0
		for i := range all {
			use(i)
			if count++; count == after {
				switch how {
				case "panic":
					panic("left")
				case "Goexit":
					runtime.Goexit()
				}
				break
			}
		}
	})
	wg.Wait()
}

// TestStealing_abandonedChunk: of chunks, the one at hand is over.
func TestStealing_abandonedChunk(t *testing.T) {
	s, got := NewStealing(-50, 50, 2, 7), expect.NewSeen(-50, 100)
	add := func(lo, hi int) {
		for i := lo; i < hi; i++ {
			got.Add(i)
		}
	}
	for lo, hi := range s.Chunks(0) {
		add(lo, hi)
		break
	}
	for lo, hi := range s.Chunks(1) {
		add(lo, hi)
	}
	got.Once(t)
}

// TestStealing_goesOn: the next consumer of a part that was left goes on with it.
func TestStealing_goesOn(t *testing.T) {
	s := NewStealing(0, 10, 1, 4)
	var got []int
	for range 12 {
		for i := range s.All(0) {
			got = append(got, i)
			break
		}
	}
	if len(got) != 10 {
		t.Errorf("%v, want each of 0 to 9 once", got)
	}
	seen := expect.NewSeen(0, 10)
	for _, i := range got {
		seen.Add(i)
	}
	seen.Once(t)
}

// TestStealing_nobodyElse: one consumer gets all the parts, and the others, which
// come later, nothing.
func TestStealing_nobodyElse(t *testing.T) {
	for _, parts := range []int{1, 2, 8, 100} {
		s, got := NewStealing(3, 40, parts, 0), expect.NewSeen(3, 37)
		for i := range s.All(parts - 1) {
			got.Add(i)
		}
		got.Once(t)
		for part := range parts {
			for i := range s.All(part) {
				t.Errorf("part %d has index %d", part, i)
			}
		}
	}
}

func TestStealing_twoConsumers(t *testing.T) {
	s := NewStealing(0, 10, 2, 1)
	for range s.All(1) {
		mustPanic(t, "span: a part has one consumer", func() {
			for range s.Chunks(1) {
			}
		})
		break
	}
	for range s.All(1) { // it is free again
		break
	}
}

// TestStealing_asked: at its next step a consumer gives back all that it holds,
// but for the index at hand.
func TestStealing_asked(t *testing.T) {
	s := NewStealing(0, 64, 2, 1)
	holding, others := make(chan struct{}), make(chan struct{})
	s.parts[0].SetChunk(16) // 0 to 15
	expect.Together(t, 2, func(part int) {
		if part == 1 {
			<-holding
		}
		count := 0
		for range s.All(part) {
			switch count++; {
			case part == 0 && count == 1:
				close(holding)
				for !s.parts[0].Wanted() {
					runtime.Gosched()
				}
			case part == 0 && count == 2:
				<-others
			case part == 1 && count == 62:
				close(others)
			}
		}
		if want := []int{2, 62}[part]; count != want {
			t.Errorf("part %d had %d indices, want %d", part, count, want)
		}
	})
}
