package forkjoin

import (
	"fmt"
	"strings"
	"testing"
)

// fib forks down to the leaves.
func fib(c Ctx, n int) int {
	if n < 2 {
		return n
	}
	var a, b int
	c.Both(func(c Ctx) { a = fib(c, n-1) }, func(c Ctx) { b = fib(c, n-2) })
	return a + b
}

// everywhere runs check on every scheduler with several numbers of workers.
func everywhere(t *testing.T, check func(t *testing.T, run func(func(Ctx)))) {
	t.Run("serial", func(t *testing.T) { check(t, Serial) })
	for _, name := range Names() {
		for _, workers := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("scheduler=%s/workers=%d", name, workers), func(t *testing.T) {
				s, err := New(name, workers)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				check(t, s.Run)
			})
		}
	}
}

func TestBoth(t *testing.T) {
	everywhere(t, func(t *testing.T, run func(func(Ctx))) {
		var got int
		run(func(c Ctx) { got = fib(c, 15) })
		if got != 610 {
			t.Errorf("fib(15) is %d, want 610", got)
		}
	})
}

// TestFor wants every index once, in parts of at most a grain, also where loops nest.
func TestFor(t *testing.T) {
	everywhere(t, func(t *testing.T, run func(func(Ctx))) {
		const rows, columns, grain = 37, 101, 8
		var seen [rows][columns]int32
		run(func(c Ctx) {
			c.For(0, rows, 1, func(c Ctx, from, to int) {
				for r := from; r < to; r++ {
					c.For(0, columns, grain, func(_ Ctx, from, to int) {
						if to-from > grain && t.Name() != "TestFor/serial" {
							t.Errorf("a part of %d indices, want at most %d", to-from, grain)
						}
						for k := from; k < to; k++ {
							seen[r][k]++ // each index is one task's
						}
					})
				}
			})
			c.For(3, 3, 1, func(Ctx, int, int) { t.Error("a part of an empty range") })
		})
		for r := range seen {
			for k, n := range seen[r] {
				if n != 1 {
					t.Fatalf("index %d of row %d ran %d times", k, r, n)
				}
			}
		}
	})
}

func TestNew_wrong(t *testing.T) {
	for _, c := range []struct {
		name    string
		workers int
		want    string
	}{{"typed", 0, "0 workers"}, {"none", 1, "none"}} {
		if _, err := New(c.name, c.workers); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New(%q, %d): error %v, want one that says %q", c.name, c.workers, err, c.want)
		}
	}
}

func TestFor_grain(t *testing.T) {
	defer func() {
		if p := recover(); p == nil || !strings.HasPrefix(p.(string), "forkjoin: ") {
			t.Errorf("panic %v, want one of forkjoin", p)
		}
	}()
	Serial(func(c Ctx) { c.For(0, 1, 0, func(Ctx, int, int) {}) })
}
