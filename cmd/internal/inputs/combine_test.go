package inputs

import (
	"errors"
	"io"
	"testing"
)

// TestRecycle_forgets wants that the last source to go on is not remembered.
func TestRecycle_forgets(t *testing.T) {
	long := &list{of: &wordList{make([]string, 100)}, trim: trims["n"]}
	short := &list{of: &wordList{[]string{"a", "b"}}, trim: trims["n"]}
	r := combine([]*list{long, short}, []bool{false, false}, true).(*recycle)
	all, err := readAll(r)
	if len(all) != 100 || err != nil || len(r.seen[0]) > 3 {
		t.Errorf("%d rows, %v, and %d of the longer source are remembered, want 100 and at most 3", len(all), err, len(r.seen[0]))
	}
}

// TestList_ended wants that a source which has ended stays so.
func TestList_ended(t *testing.T) {
	l := &list{of: &wordList{[]string{"a", "end", "b"}}, eof: "end", trim: trims["n"]}
	if row, err := l.Next(); err != nil || row[0] != "a" {
		t.Fatalf("%q, %v", row, err)
	}
	for range 2 {
		if row, err := l.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("%q, %v, want the end", row, err)
		}
	}
}
