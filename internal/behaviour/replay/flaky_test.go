package replay

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/steals"
)

// leaves are those that the second flaky test has run so far.
var leaves atomic.Int32

// flaky are tests that fail now and then, by who ran what.
var flaky = []struct {
	name  string
	fails func(p *skua.Pool) bool
}{
	{"a sum of floats by worker", func(p *skua.Pool) bool {
		type part struct {
			from int
			sum  float64
		}
		var mu sync.Mutex
		var parts []part
		loop := skua.Loop{To: 30_000, Body: func(p *skua.Part) {
			own := part{from: -1}
			for p.Next() {
				if own.from < 0 {
					own.from = p.Index()
				}
				own.sum += 0.1 * float64(p.Index())
				if p.Index()%1000 == 0 {
					runtime.Gosched() // thieves have a turn, on one processor too
				}
			}
			mu.Lock()
			defer mu.Unlock()
			parts = append(parts, own)
		}}
		loop.Run(p)
		slices.SortFunc(parts, func(a, b part) int { return a.from - b.from })
		sum, serial := 0.0, 0.0
		for _, own := range parts {
			sum += own.sum
		}
		for k := range 30_000 {
			serial += 0.1 * float64(k)
		}
		return sum != serial
	}},
	{"a list for each worker that should ascend", func(p *skua.Pool) bool {
		var d diary
		tree := skua.NewFunc(func(f *skua.Frame[[2]int, struct{}], a [2]int) (none struct{}) {
			if a[1]-a[0] == 1 {
				d.note(a[0])
				for begin := time.Now(); time.Since(begin) < 3*time.Microsecond; {
				}
				if leaves.Add(1)%13 == 0 {
					runtime.Gosched() // three times in a run: else thieves have no turn on one processor
				}
				return none
			}
			mid := (a[0] + a[1]) / 2
			f.Both([2]int{a[0], mid}, [2]int{mid, a[1]})
			return none
		})
		tree.On(p, [2]int{0, 40})
		for _, day := range d.days {
			if !slices.IsSorted(day) {
				return true
			}
		}
		return false
	}},
	{"a cache by worker", func(p *skua.Pool) bool {
		var d diary
		s := skua.NewScope(context.Background(), p)
		for k := range 60 {
			s.Go(func(*skua.Worker) error {
				d.note(k % 10)
				spin(3 * time.Microsecond)
				return nil
			})
		}
		if err := s.Wait(); err != nil {
			panic(err)
		}
		misses := 0
		for _, day := range d.days {
			slices.Sort(day)
			misses += len(slices.Compact(day))
		}
		return misses%2 != 0
	}},
}

// TestFlaky records a flaky test until it has failed, and until it has passed: the recording of the
// failure fails each time of many, and the other one passes as often.
func TestFlaky(t *testing.T) {
	for _, test := range flaky {
		for _, fails := range []bool{true, false} {
			onProcessors(t, test.name, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "steals")
				tries := 0
				for ; ran(t, test.fails, steals.Record, file) != fails; tries++ {
					if tries == 10_000 {
						t.Fatalf("in ten thousand runs the test never came to %t", fails)
					}
				}
				for k := range often() {
					if ran(t, test.fails, steals.Replay, file) != fails {
						t.Fatalf("replay %d: the test comes to %t, and came to %t when it was recorded", k, !fails, fails)
					}
				}
			})
		}
	}
}

func ran(t *testing.T, test func(p *skua.Pool) bool, pool maker, file string) bool {
	t.Helper()
	p, err := pool(file, skua.WithWorkers(4))
	if err != nil {
		t.Fatal(err)
	}
	fails := test(p)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	return fails
}
