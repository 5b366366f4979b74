package each

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestCombine wants linked and recycled sources as GNU parallel's manual has them.
func TestCombine(t *testing.T) {
	for line, want := range map[string]string{
		"--link echo ::: 1 2 ::: I II III ::: a b c d":   "1Ia 2IIb 1IIIc 2Id",
		"--link echo ::: 1 2 3 ::: a b :::+ c d":         "1ac 2bd 3ac",
		"--link echo ::: 1 2 3 ::: a b :::+ c":           "1ac 2bc 3ac",
		"--link echo ::: 1 2 3 :::+ a b ::: W X Y Z":     "1aW 2bX 3aY 1bZ",
		"--link -E x echo ::: 1 2 3 ::: a x b":           "1a 2a 3a",
		"echo ::: 1 2 3 :::+ a b ::: X Y":                "1aX 1aY 2bX 2bY",
		"-E x echo ::: 1 x 2 ::: a b x c":                "1a 1b",
		"--header : --colsep , echo ::: n,m 1,2 ::: o 3": "123",
	} {
		var got []string
		for _, it := range drain(t, mustPlan(t, nil, nil, strings.Fields(line)...), 0) {
			got = append(got, strings.Join(it.Payload.(*Command).Argv[1:], ""))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("each %s: %q, want %s", line, got, want)
		}
	}
}

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
	if row, err := l.next(); err != nil || row[0] != "a" {
		t.Fatalf("%q, %v", row, err)
	}
	for range 2 {
		if row, err := l.next(); !errors.Is(err, io.EOF) {
			t.Errorf("%q, %v, want the end", row, err)
		}
	}
}
