package indices

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestMisuse wants a message at bounds, sizes and numbers that are none, and a plain
// nil dereference of a nil receiver.
func TestMisuse(t *testing.T) {
	const message, plain = "span: ", "runtime error: invalid memory address"
	type row struct {
		call func()
		want string
	}
	empty := func(grain int) *Range { r := NewRange(0, 10, grain); r.Take(10); return r }
	cursor := func(grain int) *Cursor { c := &Cursor{}; c.InitSibling(NewCursor(0, 10, grain)); return c }
	rows := map[string]row{
		"NewRange, grain 0":        {func() { NewRange(0, 1, 0) }, message},
		"NewRange, huge":           {func() { NewRange(math.MinInt, math.MaxInt, 1) }, message},
		"NewCursor, huge":          {func() { NewCursor(math.MinInt, math.MaxInt, 1) }, message},
		"Take 0":                   {func() { NewRange(0, 1, 1).Take(0) }, message},
		"Fill, not empty":          {func() { NewRange(0, 10, 1).Fill(0, 1) }, message},
		"Fill, below":              {func() { empty(1).Fill(-5, 5) }, message},
		"Fill, above":              {func() { empty(1).Fill(5, 11) }, message},
		"Fill, far":                {func() { empty(1).Fill(math.MinInt, math.MaxInt) }, message},
		"Fill, inverted":           {func() { empty(1).Fill(5, 4) }, message},
		"Fill, half a unit first":  {func() { empty(4).Fill(1, 8) }, message},
		"Fill, half a unit last":   {func() { empty(4).Fill(0, 5) }, message},
		"Cursor.Fill, not empty":   {func() { p := NewCursor(0, 10, 1); p.Reserve(); p.Fill(0, 1) }, message},
		"Cursor.Fill, nothing":     {func() { cursor(1).Fill(5, 5) }, message},
		"Cursor.Fill, below":       {func() { cursor(1).Fill(-1, 5) }, message},
		"Cursor.Fill, above":       {func() { cursor(1).Fill(5, 11) }, message},
		"Cursor.Fill, half a unit": {func() { cursor(4).Fill(0, 5) }, message},
		"InitSibling of nil":       {func() { new(Cursor).InitSibling(nil) }, plain},
		"nil Range":                {func() { (*Range)(nil).Take(1) }, plain},
		"nil Range, Steal":         {func() { (*Range)(nil).Steal() }, plain},
		"nil Range, Return":        {func() { (*Range)(nil).Return(1) }, plain},
		"nil Range, Fill":          {func() { (*Range)(nil).Fill(1, 2) }, plain},
		"nil Range, InitSibling":   {func() { (*Range)(nil).InitSibling(nil) }, plain},
		"nil Cursor":               {func() { (*Cursor)(nil).Next() }, plain},
		"nil Cursor, Reserve":      {func() { (*Cursor)(nil).Reserve() }, plain},
	}
	for name, r := range rows {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.HasPrefix(text, r.want) {
					t.Errorf("%s: recovered %v, want a text that begins with %q", name, text, r.want)
				}
			}()
			r.call()
		}()
	}
}

// TestZero: zero values hold nothing.
func TestZero(t *testing.T) {
	var r Range
	_, _, took := r.Take(1)
	_, _, stole := r.Steal()
	var c Cursor
	if took || stole || !r.Empty() || c.Next() || c.Reserve() {
		t.Error("a zero Range or Cursor has something")
	}
}

// TestFill_whole takes back what a sibling gave, at every bound.
func TestFill_whole(t *testing.T) {
	for _, lo := range []int{math.MinInt, -7, 0, math.MaxInt - 10} {
		for _, grain := range []int{1, 3, 4, 10, 11} {
			victim := NewRange(lo, lo+10, grain)
			thief := sibling(victim)
			from, to, _ := victim.Steal()
			thief.Fill(from, to)
			if got := fmt.Sprint(thief.Take(math.MaxInt)); got != fmt.Sprint(from, to, true) {
				t.Errorf("from %d, grain %d: %s, want what was stolen, [%d, %d)", lo, grain, got, from, to)
			}
		}
	}
}
