package direct

import (
	"fmt"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
)

// soon are limits for what hangs. A look counts for 100 ms at most: so Generous is over only after
// several in which nothing has moved, and not because the machine was busy with something else.
var soon = Limits{Patience: 20 * time.Millisecond, Generous: 500 * time.Millisecond}

func TestMain(m *testing.M) { expect.Main(m, 8) }

// directed runs f as the program of a director by that name, and returns it when the program has ended.
func directed(t *testing.T, name string, l Limits, f func(d *Director)) *Director {
	t.Helper()
	d := newDirector(t, name, l)
	d.Run("the pool", func() { f(d) })
	return d
}

func newDirector(t *testing.T, name string, l Limits) *Director {
	t.Helper()
	d, err := New(name, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Stop)
	return d
}

// each runs f(0) to f(n-1) on a resident each, and parks until all have ended.
func each(d *Director, n int, f func(k int)) {
	p, left := d.Parker(), n
	for k := range n {
		d.Go(func() {
			d.Point(Begin)
			f(k)
			d.Point(End)
			if left--; left == 0 { // with the baton
				p.Unpark()
			}
		})
	}
	p.Park()
}

// wantTrouble wants a trouble of that kind, and returns it.
func wantTrouble(t *testing.T, d *Director, want Kind) Trouble {
	t.Helper()
	got := <-d.Troubles()
	if got.Kind != want {
		t.Errorf("trouble %d, want %d: %v", got.Kind, want, got.Stacks)
	}
	return got
}

// names are schedules: the first six are one of each kind.
func names() (all []string) {
	all = []string{Serial, Right, Left}
	for k := range 5 {
		all = append(all, fmt.Sprint(Random, k), fmt.Sprint(Few, k), fmt.Sprint(Once, k))
	}
	return all
}
