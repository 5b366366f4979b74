package self

import "testing"

// TestGoroutine wants the same answer here, another one there, also after the
// stack has moved, and never 0, which callers keep for nobody.
func TestGoroutine(t *testing.T) {
	me := Goroutine()
	if me == 0 {
		t.Error("a goroutine has no name")
	}
	c := make(chan uintptr)
	go func() {
		id := Goroutine()
		if grown := deep(1 << 12); grown != id {
			t.Errorf("%x became %x deep down", id, grown)
		}
		c <- id
		<-c
	}()
	other := <-c
	if again := Goroutine(); again != me || other == me {
		t.Errorf("%x, then %x; another goroutine has %x", me, again, other)
	}
	c <- 0
}

//go:noinline
func deep(n int) uintptr {
	var room [64]byte
	if n == 0 {
		return Goroutine() + uintptr(room[0])
	}
	return deep(n-1) + uintptr(room[n%64])
}
