package deque

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/invariant"
)

// thrown runs f and returns what it panicked with, as a text.
func thrown(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return
}

// TestMisuse wants a message where a size or a deque is none, and a plain nil
// dereference of a nil deque.
func TestMisuse(t *testing.T) {
	const message, plain = "skua/deque: ", "runtime error: invalid memory address"
	type row struct {
		call func()
		want string
	}
	rows := map[string]row{
		"NewABP(0)":             {func() { NewABP[int](0) }, message},
		"NewABP(-1)":            {func() { NewABP[int](-1) }, message},
		"NewABP, too large":     {func() { NewABP[int](maxABP + 1) }, message},
		"NewStealHalf(0)":       {func() { NewStealHalf[int](0) }, message},
		"NewStealHalf(-1)":      {func() { NewStealHalf[int](-1) }, message},
		"NewStealHalf, large":   {func() { NewStealHalf[int](maxIndexed + 1) }, message},
		"NewBWoS(0)":            {func() { NewBWoS[int](0) }, message},
		"NewBWoS(-1)":           {func() { NewBWoS[int](-1) }, message},
		"NewBWoS, too large":    {func() { NewBWoS[int](maxBlock + 1) }, message},
		"StealInto nil":         {func() { NewStealHalf[int](4).StealInto(nil) }, message},
		"StealInto itself":      {func() { d := NewStealHalf[int](4); d.StealInto(d) }, message},
		"StealInto of nil":      {func() { (*StealHalf[int])(nil).StealInto(NewStealHalf[int](4)) }, plain},
		"StealInto of nil, nil": {func() { (*StealHalf[int])(nil).StealInto(nil) }, message},
	}
	for name, d := range map[string]queue{
		"ABP": (*ABP[task])(nil), "ChaseLev": (*ChaseLev[task])(nil), "StealHalf": (*StealHalf[task])(nil),
		"Split": (*Split[task])(nil), "BWoS": (*BWoS[task])(nil), "Locked": (*Locked[task])(nil),
	} {
		rows[name+".Push of a nil deque"] = row{func() { d.Push(new(task)) }, plain}
		rows[name+".Pop of a nil deque"] = row{func() { d.Pop() }, plain}
		rows[name+".Steal of a nil deque"] = row{func() { d.Steal() }, plain}
		rows[name+".Len of a nil deque"] = row{func() { d.Len() }, plain}
		rows[name+".Counts of a nil deque"] = row{func() { d.Counts() }, plain}
	}
	for name, r := range rows {
		if text := thrown(r.call); !strings.HasPrefix(text, r.want) {
			t.Errorf("%s: recovered %v, want a text that begins with %q", name, text, r.want)
		}
	}
}

// TestZero: a deque that New… did not make has no room, and nothing in it.
func TestZero(t *testing.T) {
	for name, d := range map[string]queue{"ABP": &ABP[task]{}, "StealHalf": &StealHalf[task]{}} {
		pushed := d.Push(new(task))
		_, popped := d.Pop()
		_, stolen := d.Steal()
		if pushed || popped != Empty || stolen != Empty || d.Len() != 0 {
			t.Errorf("%s: Push %v, Pop %v, Steal %v, Len %d", name, pushed, popped, stolen, d.Len())
		}
	}
	if n, outcome := NewStealHalf[task](4).StealInto(&StealHalf[task]{}); n != 0 || outcome != Empty {
		t.Errorf("StealInto a zero deque: %d, %v", n, outcome)
	}
}

// TestPush_nil: what a nil is taken for, and where it is refused.
func TestPush_nil(t *testing.T) {
	for _, k := range kinds {
		d := k.make(4)
		text := thrown(func() { d.Push(nil) })
		if invariant.Enabled {
			if !strings.HasPrefix(text, "skua/deque: Push of nil") {
				t.Errorf("%s: Push of nil: recovered %v, want a message", k.name, text)
			}
			continue
		}
		if x, outcome := d.Pop(); x != nil || outcome != Got {
			t.Errorf("%s: Pop after Push of nil: %v, %v, want nil that is there", k.name, x, outcome)
		}
	}
}

// TestOutcome_names: every number has one.
func TestOutcome_names(t *testing.T) {
	for o, want := range map[Outcome]string{Got: "got", Empty: "empty", Lost: "lost", 3: "outcome(3)", 9: "outcome(9)", 255: "outcome(255)"} {
		if got := o.String(); got != want {
			t.Errorf("outcome %d is %q, want %q", uint8(o), got, want)
		}
	}
}
