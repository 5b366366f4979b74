package par_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// progressive calls each function that tells its progress, with hook for each of n elements.
var progressive = func() map[string]func(n int, hook func(), o ...par.Option) {
	all := map[string]func(n int, hook func(), o ...par.Option){}
	for _, name := range []string{"For", "ForRange", "ForEach", "Map", "MapInto", "MapN", "FlatMap"} {
		all[name] = every[name]
	}
	for _, name := range []string{"ForErr", "ForRangeErr", "ForEachErr", "MapErr", "MapIntoErr", "MapNErr", "FlatMapErr"} {
		all[name] = callbacks[name]
	}
	all["Chunks"] = func(n int, hook func(), o ...par.Option) { every["Chunks"](2*n, hook, o...) }
	all["ChunksErr"] = func(n int, hook func(), o ...par.Option) { callbacks["ChunksErr"](2*n, hook, o...) }
	return all
}()

// TestProgress wants numbers that grow, never more than are done, and all in the end.
func TestProgress(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for name, call := range progressive {
		for _, way := range ways {
			for _, n := range []int{0, 1, 17, 3000} {
				var begun, inside atomic.Int64
				var told []int
				call(n, func() { jolt(); begun.Add(1) }, way.option(), par.Progress(func(done, total int) {
					if inside.Add(1) != 1 || int64(done) > begun.Load() || total != n {
						t.Errorf("%s, %s: %d of %d are done, of %d, and %d were begun", name, way.name, done, total, n, begun.Load())
					}
					told = append(told, done)
					inside.Add(-1)
				}))
				if !slices.IsSorted(told) || len(told) == 0 || told[len(told)-1] != n || len(slices.Compact(slices.Clone(told))) != len(told) {
					t.Errorf("%s, %s, n=%d: told %v, want a growing row that ends in n", name, way.name, n, told)
				}
			}
		}
	}
}

// TestProgress_panic: a panic of Progress's function comes out as one of the call's, also if there
// are no elements.
func TestProgress_panic(t *testing.T) {
	for _, n := range []int{0, 1} {
		v := expect.Recovered(func() { par.For(n, func(int) {}, par.Progress(func(int, int) { panic("told") })) })
		if e, ok := v.(*skua.PanicError); !ok || e.Value != "told" {
			t.Errorf("n=%d: recovered %v", n, v)
		}
	}
}

// TestProgress_slow: a long call tells more than the end.
func TestProgress_slow(t *testing.T) {
	told := 0
	par.For(3, func(i int) {
		for end := time.Now().Add(110 * time.Millisecond); time.Now().Before(end); { // longer than between two calls
			time.Sleep(time.Millisecond)
		}
	}, par.Sequential(), par.Progress(func(done, total int) { told++ }))
	if told != 3 {
		t.Errorf("told %d times, want after each of 3 elements", told)
	}
}

// TestProgress_failed: what failed is not done, and a panic of the hook is one of the call.
func TestProgress_failed(t *testing.T) {
	most := 0
	err := par.ForErr(t.Context(), 10, func(_ context.Context, i int) error {
		if i == 9 {
			return errOdd
		}
		return nil
	}, par.Progress(func(done, _ int) { most = done }))
	if err != errOdd || most > 9 {
		t.Errorf("%v, and %d are done", err, most)
	}
	v := expect.Recovered(func() { par.For(10, func(int) {}, par.Progress(func(int, int) { panic(errOdd) })) })
	if err, ok := v.(error); !ok || !errors.Is(err, errOdd) {
		t.Errorf("recovered %v", v)
	}
	if v := expect.Recovered(func() { par.Progress(nil) }); v != "par: Progress needs a function, not nil" {
		t.Errorf("recovered %v", v)
	}
}
