package park

import (
	"testing"
	"time"
)

// turns is a Looker that has something to look after as often as more says. Then it ends, unless something
// came at the last moment.
type turns struct {
	begun, looks, more int
	late               bool
	held, over         chan bool // no look before the one is closed; the other is, at the end
}

func (t *turns) Begin() time.Duration { t.begun++; return 1 }

func (t *turns) Look() time.Duration {
	<-t.held
	if t.looks++; t.more > 0 {
		t.more--
		return 1
	}
	return 0
}

func (t *turns) Lasts() bool {
	if t.late {
		t.late, t.more = false, 1
		return true
	}
	defer close(t.over)
	return false
}

// TestLookout: it looks as long as there is something, goes on if more came while it ended, and can be
// started again after that.
func TestLookout(t *testing.T) {
	var l Lookout
	for range 2 {
		at := &turns{more: 2, late: true, held: make(chan bool), over: make(chan bool)}
		l.Start(at)
		if !l.On() {
			t.Error("nobody looks after Start")
		}
		if at.begun == 0 {
			t.Error("Start has not begun")
		}
		l.Start(nil) // which changes nothing
		close(at.held)
		<-at.over
		if at.begun != 2 || at.looks != 5 || l.On() {
			t.Errorf("%d begins and %d looks, want 2 and 5; on: %v", at.begun, at.looks, l.On())
		}
	}
}
