package cluster

import (
	"slices"
	"testing"
)

// The tasks of a job in order, as a cursor gives them: 1 spawned two, the first
// of which spawned one.
func TestCursor(t *testing.T) {
	spawned := map[string]int{"1": 2, "1.0": 1}
	c, got := newCursor(-1), []string(nil)
	for !c.ended() {
		id := c.id()
		got = append(got, id)
		if id == "1.0.0" {
			c.setRoots(3) // only now is it known how many there are
		}
		c.next(spawned[id])
	}
	want := []string{"0", "1", "1.0", "1.0.0", "1.1", "2"}
	if !slices.Equal(got, want) {
		t.Fatalf("the cursor went through %q, want %q", got, want)
	}
}

func TestCursor_ends(t *testing.T) {
	if !newCursor(0).ended() {
		t.Error("a job without tasks has not ended")
	}
	c := newCursor(-1)
	c.next(0)
	c.next(2)
	c.next(0)
	c.setRoots(2)
	if c.ended() || c.id() != "1.1" {
		t.Fatalf("at %q, want 1.1: the second root's second child", c.id())
	}
	if c.next(0); !c.ended() {
		t.Errorf("at %q, want the end", c.id())
	}
	c = newCursor(-1)
	c.next(0)
	c.setRoots(1)
	if !c.ended() {
		t.Errorf("at %q after the only root", c.id())
	}
}
