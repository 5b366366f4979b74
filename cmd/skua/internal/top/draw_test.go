package top

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/skua-go/skua/dashboard"
)

func crowded() *dashboard.Frame {
	f := &dashboard.Frame{Title: strings.Repeat("long ", 60), Workers: 64, Seconds: 12.34, Live: true, Cluster: &dashboard.Cluster{Waiting: -1}}
	f.Verdict.Sentence = strings.Repeat("words and words ", 20)
	f.Series.Work, f.Series.Ready = make([]float64, 96), make([]float64, 96)
	for i := range 64 {
		f.Lines = append(f.Lines, dashboard.Line{Name: fmt.Sprintf("worker %d", i), Now: "_AAAAAAA", All: "gAAfAAAA", Site: i % 2})
		f.Sites = append(f.Sites, dashboard.Site{Name: fmt.Sprintf("some_file.go:%d", i), Function: "pkg.function"})
		f.Cluster.Nodes = append(f.Cluster.Nodes, dashboard.Node{Name: fmt.Sprintf("node-%d", i), Slots: 4})
	}
	for range 5 {
		f.Panics = append(f.Panics, dashboard.Panic{Text: "ouch"})
	}
	return f
}

// Whatever there is, it fits into the terminal, and each table has something.
func TestDraw_fits(t *testing.T) {
	for _, s := range []size{{80, 24}, {200, 60}, {100, 200}, {40, 12}, {1, 1}, {80, 3}} {
		lines := draw(crowded(), s, "live")
		if len(lines) > s.lines {
			t.Errorf("%v: %d lines", s, len(lines))
		}
		for _, l := range lines {
			if n := utf8.RuneCountInString(l); n > max(s.columns, 20) {
				t.Errorf("%v: a line of %d columns: %q", s, n, l)
			}
		}
	}
	all := strings.Join(draw(crowded(), size{120, 50}, "live"), "\n")
	for _, want := range []string{"skua top  live", "PANICS", "worker 0", "… ", " more"} {
		if !strings.Contains(all, want) {
			t.Errorf("50 lines have no %q:\n%s", want, all)
		}
	}
	if all := strings.Join(draw(crowded(), size{columns: 120}, ""), "\n"); !strings.Contains(all, "worker 63") || !strings.Contains(all, "node-63") {
		t.Errorf("without a limit something is left out:\n%s", all)
	}
	if lines := draw(nil, size{80, 24}, "connecting"); len(lines) != 1 || !strings.Contains(lines[0], "connecting") {
		t.Errorf("without a frame: %q", lines)
	}
}

func TestBars(t *testing.T) {
	var shares [len(dashboard.Modes)]float64
	shares[0], shares[2], shares[3] = 0.5, 0.25, 0.25
	if got := shareBar(shares, 8); got != "####??.." {
		t.Errorf("the bar is %q", got)
	}
	if got := strip([]float64{9, 0, 1, 4, 8}, 6, 8); got != " █ ▁▄▇" {
		t.Errorf("the strip is %q", got)
	}
	for s, want := range map[float64]string{0: "0", 1.5e-8: "15 ns", 0.0123: "12.3 ms", 59.94: "59.9 s", 125: "2 min 5 s"} {
		if got := seconds(s); got != want {
			t.Errorf("%v s are %q, want %q", s, got, want)
		}
	}
}

// What is heard: frames, the end, and a new begin at the same address.
func TestListen(t *testing.T) {
	h := dashboard.New(nil, dashboard.Config{Title: "the first"})
	server := httptest.NewServer(h)
	defer server.Close()
	base, err := url.Parse(server.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	out := make(chan heard)
	go listen(t.Context(), base, out)
	next := func() heard {
		select {
		case x := <-out:
			return x
		case <-time.After(time.Minute):
			t.Fatal("nothing is heard")
			panic("unreachable")
		}
	}
	for range 3 {
		if x := next(); x.frame == nil || x.frame.Title != "the first" || x.state != "live" {
			t.Fatalf("heard %+v", x)
		}
	}
	h.Close()
	x := next()
	for x.frame != nil {
		x = next()
	}
	if x.state != "the program has ended" {
		t.Errorf("at the end it is %q", x.state)
	}
	server.CloseClientConnections()
	server.Close()
	for x.frame != nil || !strings.HasPrefix(x.state, "connection lost") {
		x = next()
	}
}
