package display

import (
	"strings"
	"testing"
	"time"
)

// TestDisplay checks that a message takes the place of the line of progress, and
// that nothing but messages is shown where there is no terminal.
func TestDisplay(t *testing.T) {
	for live, want := range map[bool]string{
		false: "message\n",
		true:  "\r\x1b[Kline" + "\r\x1b[K" + "message\n" + "\r\x1b[Kline" + "\r\x1b[K",
	} {
		var b strings.Builder
		d := New(&b, &b)
		d.live = live
		draw := func() {
			if d.Live() {
				d.Line("line")
			}
		}
		draw()
		d.Message("message")
		draw()
		d.Clear()
		d.Clear()
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
	New(&b, &b).Message("a\x1b[31mb")
	if b.String() != `a\x1b[31mb`+"\n" {
		t.Errorf("shown is %q", b.String())
	}
}

// TestEvery: f is called until stop returns, and no more then.
func TestEvery(t *testing.T) {
	calls := make(chan bool)
	n := 0
	stop := Every(time.Millisecond, func() {
		n++
		select {
		case calls <- true:
		default:
		}
	})
	<-calls
	<-calls
	stop()
	was := n // without a race, as the race detector sees: stop waits for f
	if was < 2 {
		t.Errorf("%d calls, want at least 2", was)
	}
}

// TestCut: a line is never longer than the terminal.
func TestCut(t *testing.T) {
	for columns, want := range map[int]string{9: "é日本x", 4: "é日本x", 3: "é日本", 0: "", -1: ""} {
		if got := cut("é日本x", columns); got != want {
			t.Errorf("%d columns: %q, want %q", columns, got, want)
		}
	}
}
