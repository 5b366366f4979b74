package direct

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// steps runs some runners with some points each, and returns which of them ran when.
func steps(t *testing.T, name string, outside bool) (order string, c Count) {
	inside, all := 0, []string{}
	d := directed(t, name, Usual, func(d *Director) {
		each(d, 4, func(k int) {
			for i := range 4 {
				if inside++; inside != 1 {
					t.Errorf("%s: %d runners have the baton", name, inside)
				}
				all = append(all, fmt.Sprint(k))
				inside--
				if outside && i == k {
					d.Outside()
					d.Inside()
				}
				d.Point(Fork)
			}
		})
	})
	c, _ = d.Report()
	return strings.Join(all, ""), c
}

// TestBaton: one runner at a time has the baton, and the name of the schedule says which one, at each point.
// The race detector sees that the baton orders all.
func TestBaton(t *testing.T) {
	seen := make(map[string]string)
	for _, name := range names() {
		order, c := steps(t, name, false)
		for range 5 {
			if again, d := steps(t, name, false); again != order || c != d {
				t.Errorf("%s: %s with %+v, then %s with %+v", name, order, c, again, d)
			}
		}
		seen[order] = name
	}
	if len(seen) < 10 {
		t.Errorf("only %d orders: %v", len(seen), seen)
	}
	if order, _ := steps(t, Serial, false); order != "0000111122223333" {
		t.Errorf("serial: %s", order)
	}
}

// TestOutside_same: runners that go outside and come back at once leave the choices to the plan.
func TestOutside_same(t *testing.T) {
	for _, name := range names() {
		order, c := steps(t, name, true)
		for range 20 {
			if again, d := steps(t, name, true); again != order || c != d {
				t.Fatalf("%s: %s with %+v, then %s with %+v", name, order, c, again, d)
			}
		}
	}
}

// TestParker: a permit that comes first is kept, one that comes later makes the runner ready and lets the
// giver go on; and two are a fault.
func TestParker(t *testing.T) {
	directed(t, Serial, Usual, func(d *Director) {
		p := d.Parker()
		p.Unpark()
		p.Park()
		woken, order := d.Parker(), []int{}
		d.Go(func() {
			order = append(order, 1)
			woken.Unpark()
			order = append(order, 2)
		})
		woken.Park()
		if order = append(order, 3); !slices.Equal(order, []int{1, 2, 3}) {
			t.Errorf("order %v", order)
		}
		p.Unpark()
		defer func() {
			if v := recover(); v != "skua: a permit was given twice" {
				t.Errorf("a second permit: recovered %v", v)
			}
		}()
		p.Unpark()
	})
}

// TestOutside: while a runner is outside another has the baton; what the first does there, a call into
// the pool or a point, it does with the baton, and goes on outside.
func TestOutside(t *testing.T) {
	for _, name := range names() {
		directed(t, name, Usual, func(d *Director) {
			call, other := make(chan int), make(chan int)
			sum := 0
			each(d, 2, func(k int) {
				if k == 1 {
					d.Outside()
					<-other
					d.Inside()
					sum++
					return
				}
				d.Outside()
				go func() { call <- 1 }()
				<-call
				d.Enter()
				sum++ // with the baton
				d.Leave()
				d.Point(Spawn)
				other <- 1 // without: else runner 1 would have to be found to wait
				if n := d.stucks(); n != 0 {
					t.Errorf("%s: %d runners are stuck", name, n)
				}
				d.Inside()
				sum++
			})
			if sum != 3 {
				t.Errorf("%s: sum %d", name, sum)
			}
		})
	}
}

func (d *Director) stucks() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stuck
}

// TestEnter: goroutines that call the pool are runners meanwhile, also one in the other's call, and what they
// do is ordered by the baton.
func TestEnter(t *testing.T) {
	for _, name := range names() {
		n := 0
		d := directed(t, name, Usual, func(d *Director) {
			var g sync.WaitGroup
			for range 3 {
				g.Go(func() {
					d.Enter()
					d.Point(Fork)
					d.Enter()
					n++
					d.Point(Join)
					d.Leave()
					n++
					d.Leave()
				})
			}
			g.Wait()
		})
		d.mu.Lock()
		if n != 6 || len(d.known) != 0 || d.outside != 0 || d.stuck != 0 || d.now != nil {
			t.Errorf("%s: n is %d, and %d runners are left, %d outside, %d stuck", name, n, len(d.known), d.outside, d.stuck)
		}
		d.mu.Unlock()
	}
}

// TestSettle: where other goroutines compute, stacks are looked at at once.
func TestSettle(t *testing.T) {
	directed(t, Serial, Usual, func(d *Director) {
		var stop atomic.Bool
		defer stop.Store(true)
		go func() {
			for !stop.Load() {
			}
		}()
		c := make(chan int)
		each(d, 2, func(k int) {
			if k == 0 {
				d.Outside()
				<-c
				d.Inside()
				return
			}
			for range 3 {
				d.Point(Fork)
			}
			d.mu.Lock()
			if d.cheap != 1 {
				t.Errorf("%d looks at numbers come first", d.cheap)
			}
			d.mu.Unlock()
			c <- 1
		})
	})
}
