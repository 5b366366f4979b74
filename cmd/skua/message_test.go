package main

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain é 日本 \"quoted\" back\\slash": "plain é 日本 \"quoted\" back\\slash",
		"\x1b[31m\r\a\x7f":                  `\x1b[31m\r\a\x7f`,
		"a\nb\tc":                           `a\nb\tc`,
		"\xff\u009b\u202e\ufffd":            `\xff\u009b\u202e` + "\ufffd",
	} {
		if got := visible(text); got != want {
			t.Errorf("visible(%q) is %s, want %s", text, got, want)
		}
	}
	if got := visibleLines("a\n\tb\x1b"); got != "a\n\tb\\x1b" {
		t.Errorf("visibleLines: %q", got)
	}
}

func TestMessages(t *testing.T) {
	a, b := errors.New("a\x1b"), errors.New("b\nc")
	for _, c := range []struct {
		err  error
		want []string
	}{
		{a, []string{`a\x1b`}},
		{b, []string{"b\nc"}}, // cobra's
		{&exitError{exitFailed, b}, []string{`b\nc`}},
		{&exitError{exitUsage, within("run", errors.Join(a, errors.Join(b)))}, []string{`run: a\x1b`, `run: b\nc`}},
		{errors.Join(&exitError{exitFailed, a}, b), []string{`a\x1b`, `b\nc`}},
		{&exitError{exitFailed, fmt.Errorf("%w: %w", a, b)}, []string{`a\x1b: b\nc`}},
	} {
		if got := messages(c.err); !slices.Equal(got, c.want) {
			t.Errorf("messages(%v) are %q, want %q", c.err, got, c.want)
		}
	}
}
