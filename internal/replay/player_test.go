package replay

import (
	"strings"
	"testing"
)

// following returns a pool that follows that file.
func following(t *testing.T, file string) *Pool {
	t.Helper()
	r, err := parse(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	p := follow("test", r).Pool(4)
	if p == nil {
		t.Fatal("the pool does not follow")
	}
	p.Start, p.Return = func(*Notes) {}, func(any) {}
	return p
}

// TestGuestLeaves: a guest's next call begins when the guest has left, not when its call before has
// ended: until then it is not among the free guests, and the call would come in as another worker.
func TestGuestLeaves(t *testing.T) {
	p := following(t, head+"1.1 call 0.1.1\n1.1 end 0\n1.2 call 0.1.2\n1.2 end 0\nquiet\nclosed\n")
	come := func(event int64) *Notes {
		at := Place{0, 1, event}
		n, _ := p.Caller(at, p.play.at(at, Call), false)
		n.Begin(Take{Kind: Call, From: at})
		return n
	}
	n := come(1)
	n.End(false, false)
	if n.peek() == nil || !n.busy {
		t.Error("the next call may begin before the guest has left")
	}
	n.Left()
	if come(2) != n {
		t.Error("the second call came in as another worker")
	}
}
