package main

import (
	"strings"
	"testing"
	"time"
)

// TestDisplay checks that a message takes the place of the line of progress, and
// that nothing but messages is shown where there is no terminal.
func TestDisplay(t *testing.T) {
	count := func() (files, bytes int64) { return 12, 3_456_789 }
	for live, want := range map[bool]string{
		false: "message\n",
		true: "\r\x1b[K12 files, 3.5 MB, 1.7 MB/s, 2.0 s" + "\r\x1b[K" + "message\n" +
			"\r\x1b[K12 files, 3.5 MB, 1.7 MB/s, 2.0 s" + "\r\x1b[K",
	} {
		var b strings.Builder
		d := newDisplay(&b, &b)
		d.live = live
		d.draw(time.Second) // nothing to count yet
		d.count.Store(&count)
		d.draw(2 * time.Second)
		d.message("message")
		d.draw(2 * time.Second)
		d.clear()
		d.clear()
		if b.String() != want {
			t.Errorf("live=%t: shown is %q, want %q", live, b.String(), want)
		}
	}
}

// TestEscapes has the environments in which no escape codes are wanted.
func TestEscapes(t *testing.T) {
	for _, c := range []struct {
		term, noColor string
		want          bool
	}{{"xterm", "", true}, {"", "", true}, {"dumb", "", false}, {"xterm", "1", false}} {
		t.Setenv("TERM", c.term)
		t.Setenv("NO_COLOR", c.noColor)
		if got := wantsEscapes(); got != c.want {
			t.Errorf("TERM=%q NO_COLOR=%q: escape codes are wanted: %t", c.term, c.noColor, got)
		}
	}
}

// TestDisplay_visible: what a file is called does not reach the terminal as it is.
func TestDisplay_visible(t *testing.T) {
	var b strings.Builder
	newDisplay(&b, &b).message("a\x1b[31mb")
	if b.String() != `a\x1b[31mb`+"\n" {
		t.Errorf("shown is %q", b.String())
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[float64]string{
		0: "0 B", 999: "999 B", 1000: "1.0 kB", 127_600_000: "127.6 MB", 5e21: "5000.0 EB",
	} {
		if got := size(bytes); got != want {
			t.Errorf("size(%v) is %s, want %s", bytes, got, want)
		}
	}
}
