package replay

import (
	"fmt"
	"strconv"
)

// Kind is what a worker takes, and the kind of event that can be taken.
type Kind uint8

// The kinds.
const (
	Call  Kind = iota // into a pool: its goroutine takes it, as a guest
	Fork              // of a frame
	Range             // of a loop: taken by a thief, or by the maker for its own part
	Task              // spawned
)

var kindNames = [...]string{"call", "fork", "range", "task"}

// eventNames say what each kind of event is.
var eventNames = [...]string{"a call", "a fork", "a loop", "a spawn"}

func (k Kind) String() string { return kindNames[k] }

// Take is one thing that a worker took.
type Take struct {
	Worker, Number int
	Kind           Kind
	From           Place
	Lo, Hi         int // of a range
	After          int // how many takes of the same loop or scope had ended before it, if a limit was set

	// What is known of its end; in a file that ends too early perhaps nothing.
	events  int64 // that it had; -1: not known
	cut     bool  // it ended by a panic, or Goexit
	stopped bool  // others may have stopped it, at a time that is not recorded: by a failure or a cancellation

	// Of a file that is followed.
	line  int
	ended int     // the line of its end; 0: none is recorded
	spots []*spot // its events of which something was taken, in their order
	item  any     // what was handed to the worker
	here  bool    // something was
	void  bool    // its place cannot come, and that is in order
	over  bool    // it has ended
}

// spot is an event of which something was taken.
type spot struct {
	event int64
	takes []*Take
}

// String returns the line of a file that says t.
func (t *Take) String() string {
	b := appendNumbers(make([]byte, 0, 64), int64(t.Worker), int64(t.Number))
	b = append(append(append(b, ' '), t.Kind.String()...), ' ')
	b = appendNumbers(b, int64(t.From.Worker), int64(t.From.Take), t.From.Event)
	if t.Kind == Range {
		b = strconv.AppendInt(append(b, ' '), int64(t.Lo), 10)
		b = strconv.AppendInt(append(b, ' '), int64(t.Hi), 10)
	}
	if t.After > 0 {
		b = strconv.AppendInt(append(b, " after "...), int64(t.After), 10)
	}
	return string(b)
}

// appendNumbers appends numbers with points between them.
func appendNumbers(b []byte, numbers ...int64) []byte {
	for k, n := range numbers {
		if k > 0 {
			b = append(b, '.')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return b
}

// endLine returns the line of a file that says how t ended.
func (t *Take) endLine() string {
	text := fmt.Sprintf("%d.%d end %d", t.Worker, t.Number, t.events)
	switch {
	case t.stopped:
		text += " stopped"
	case t.cut:
		text += " cut"
	}
	return text
}
