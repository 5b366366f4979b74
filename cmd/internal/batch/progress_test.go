package batch

import (
	"context"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"
)

// A weighed is a queue that knows the weight of all its items.
type weighed struct {
	*queue
	all float64
}

func (w weighed) Weight() float64 { return w.all }

func TestStatus(t *testing.T) {
	q := newQueue(10)
	d := newDispatcher(t.Context(), Config{Source: q, Hosts: []Host{&local{}}, What: "images"})
	check := func(want string) {
		t.Helper()
		if got := d.status(d.began.Add(4 * time.Second)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check("0/10 images")
	d.sum.Inputs, d.weight = 4, 1
	check("4/10 images, 1 a second, 6s left")
	d.sum.Failed = 2
	d.skippedInputs, d.skipped = 3, 3
	check("7/10 images, 2 failed, 1 a second, 3s left")
	d.Source = weighed{q, 10}
	check("7/10 images, 2 failed, 1 a second, 24s left")
	d.hosts = append(d.hosts, &host{}, &host{})
	d.sum.Lost = []string{"x"}
	q.more = true
	check("7 images, 2 failed, 1 a second, 2 hosts")
}

// TestProgress_live: the line is taken away before what items print, and at the end.
func TestProgress_live(t *testing.T) {
	screen := newWatched()
	run := func(_ context.Context, it *Item, out *Streams) Outcome {
		screen.await("/2 items")
		io.WriteString(&out.Out, it.Label+"\n")
		return Outcome{}
	}
	c := Config{Source: newQueue(2), Hosts: []Host{&local{slots: 2, run: run}}, Stdout: screen, Messages: screen, Progress: Live}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	const erase = "\r\x1b[K"
	left := ""
	for _, part := range strings.SplitAfter(screen.text, "\n") {
		drawn := strings.Split(part, erase)
		left += drawn[len(drawn)-1]
	}
	if left != "item 1\nitem 2\n" && left != "item 2\nitem 1\n" {
		t.Errorf("on the screen is %q, written was %q", left, screen.text)
	}
}

// TestProgress_plain: lines come after ten seconds only.
func TestProgress_plain(t *testing.T) {
	var out safe
	d := newDispatcher(t.Context(), Config{Source: newQueue(3), Hosts: []Host{&local{}}, What: "items", Messages: &out, Progress: Plain})
	d.progress.begin()
	d.progress.draw()
	if got := out.String(); got != "" {
		t.Errorf("at once: %q", got)
	}
	d.progress.told = d.progress.told.Add(-tellEvery)
	d.progress.draw()
	d.progress.draw()
	if got := out.String(); got != "skua: 0/3 items\n" {
		t.Errorf("after ten seconds: %q", got)
	}
	d.progress.message("a host\x1b[2J")
	if got := out.String(); !strings.HasSuffix(got, "skua: a host�[2J\n") {
		t.Errorf("a message: %q", got)
	}
}

func TestSummary(t *testing.T) {
	s := Summary{
		OK: 1998, Failed: 3, Skipped: 4, Killed: 1, Retried: 5, Rerun: 6, Stolen: 7, Took: 41200 * time.Millisecond,
		Hosts: map[string]int{":": 1, "a": 2}, Notes: map[string]int{"up to date": 9}, Lost: []string{"x"},
		Failures: []Failure{{1, "a.jpg", ":", "exit code 1"}, {7, "b.jpg", "nas", "signal 9"}},
	}
	want := []string{
		"a.jpg: exit code 1", "b.jpg: signal 9 (on nas)", "and 1 more that failed",
		"1998 images ok, 3 failed, 9 up to date, 4 in the joblog already, 1 killed, 41.2 s, 48.6 a second, 2 hosts, 1 lost, 5 retried, 6 run again because a host was lost, 7 stolen",
	}
	if got := s.Lines("images"); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSummary_one(t *testing.T) {
	s := Summary{OK: 1, Retried: 1}
	if got, want := s.numbers("commands"), "1 command ok, 0 failed, 0.0 s, 1 retried"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSummary_failures: they are bounded, and say why.
func TestSummary_failures(t *testing.T) {
	outcomes := []Outcome{{Exit: 2}, {Signal: 9}, {Err: errors.New("not a picture")}, {TimedOut: true, Exit: 1}}
	run := func(_ context.Context, it *Item, _ *Streams) Outcome { return outcomes[it.First%4] }
	sum, err := Run(t.Context(), Config{Source: newQueue(1000), Hosts: []Host{&local{slots: 1, run: run}}})
	if err != nil || sum.Failed != 1000 || len(sum.Failures) != maxFailures || sum.Good {
		t.Fatalf("%d failed, %d are listed, %v", sum.Failed, len(sum.Failures), err)
	}
	for i, want := range []string{"exit code 2", "signal 9", "not a picture", "timed out after 0s"} {
		if got := sum.Failures[i]; got.Reason != want || got.Seq != i+1 || got.Host != ":" {
			t.Errorf("failure %d is %+v, want %q", i, got, want)
		}
	}
}

func TestParseTimeout(t *testing.T) {
	for text, want := range map[string]Timeout{
		"10": {Time: 10 * time.Second}, ".5": {Time: 500 * time.Millisecond}, "1.5m": {Time: 90 * time.Second},
		"1d3.5h16.6m4s": {Time: 100_000 * time.Second}, "1h30": {Time: 3630 * time.Second}, "2D": {Time: 48 * time.Hour},
		"20ms": {Time: 20 * time.Millisecond}, "0": {}, "150%": {Percent: 150}, "12.5%": {Percent: 12.5},
	} {
		if got, err := ParseTimeout(text); err != nil || got != want {
			t.Errorf("%q is %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "-1", "1x", "s", "1s2x", "%", "-5%", "0%", "inf", "1e3", "0x10", "nan%", "inf%", "1 h", "300000000d"} {
		if got, err := ParseTimeout(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
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
