package direct

import (
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/self"
)

func numberOf() uint64 { return self.Number() }

// TestCheck: what is a name of a schedule.
func TestCheck(t *testing.T) {
	for _, name := range names() {
		if err := Check(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", "fair", "random", "random-", "few-x", "switch--1", "Serial", "serial-1"} {
		if err := Check(name); err == nil || !strings.Contains(err.Error(), "the names are") {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := New(name, Usual); err == nil {
			t.Errorf("New(%q) has made a director", name)
		}
	}
}

// TestOnce: each number is another switch, until there are no more points.
func TestOnce(t *testing.T) {
	for k := range 3 {
		order, c := steps(t, Once+string(rune('0'+k)), false)
		if want := "0000111122223333"; c.Switches != 1 || order == want {
			t.Errorf("%s%d: %d switches, order %s", Once, k, c.Switches, order)
		}
	}
	if order, c := steps(t, Once+"1000", false); c.Switches != 0 || order != "0000111122223333" {
		t.Errorf("beyond the points: %d switches, order %s", c.Switches, order)
	}
}

// TestReport: the report has the switches, and what comes after Run is no part of it.
func TestReport(t *testing.T) {
	d := directed(t, Right, Usual, func(d *Director) {
		each(d, 2, func(int) { d.Point(Fork) })
	})
	c, log := d.Report()
	if c.Points == 0 || c.Switches == 0 || len(log) != int(c.Switches) || log[0].At.String() == "" {
		t.Errorf("%+v, %v", c, log)
	}
	d.Enter()
	d.Point(Fork)
	d.Leave()
	if after, _ := d.Report(); after != c {
		t.Errorf("%+v after the program, %+v before", after, c)
	}
}

// TestHome: in the program's goroutine the pool is found, and the clock is the director's; elsewhere not.
func TestHome(t *testing.T) {
	if Home() != nil || Clock(time.Minute) != time.Minute {
		t.Error("there is a home without a director")
	}
	d := directed(t, Serial, Usual, func(d *Director) {
		if Home() != "the pool" {
			t.Errorf("home is %v", Home())
		}
		if a, b := Clock(0), Clock(0); a != time.Second || b != 2*time.Second {
			t.Errorf("the clock says %v, %v", a, b)
		}
		c := make(chan any)
		go func() { c <- Home() }()
		if home := <-c; home != nil {
			t.Errorf("on another goroutine home is %v", home)
		}
		if d.Chunk() != 1 {
			t.Errorf("chunks of %d", d.Chunk())
		}
	})
	if Home() != nil {
		t.Error("there is a home after the program")
	}
	if other := newDirector(t, Left, Usual); d.Seed() == other.Seed() || d.Seed() == 0 {
		t.Errorf("seeds %d and %d", d.Seed(), other.Seed())
	}
}

// TestNil: a pool without a director asks a nil one.
func TestNil(t *testing.T) {
	var d *Director
	d.Point(Fork)
	d.Enter()
	d.Leave()
	d.Outside()
	d.Inside()
	if d.Seed() != 0 {
		t.Errorf("seed %d", d.Seed())
	}
	p := d.Parker()
	d.Go(p.Unpark)
	p.Park()
}
