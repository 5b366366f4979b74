package dashboard

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/skua-go/skua/trace"
)

// A frame has at most 16 KiB with 64 workers and a cluster, and still shows something.
func TestFrame_size(t *testing.T) {
	for name, c := range map[string]struct {
		workers, nodes, columns int
		least                   int // columns
	}{
		"1 worker":               {1, 0, 512, 85},
		"64 workers":             {64, 0, 512, 48},
		"64 workers, a cluster":  {64, 32, 512, 24},
		"1000 workers":           {1000, 0, 512, 48},
		"a cluster of 300 nodes": {4, 300, 512, 48},
	} {
		t.Run(name, func(t *testing.T) {
			r := generated(c.workers, c.columns, 123.456789)
			f := newFrame(r, nil, &Config{})
			if c.nodes > 0 {
				cluster := crowd(c.nodes)
				f.Cluster = &cluster
			}
			data := fit(f, r)
			if len(data) > 16<<10 {
				t.Errorf("%d bytes, want at most 16384", len(data))
			}
			got := decoded(t, data)
			if got.Columns.Count < c.least || len(got.Lines)+got.MoreLines != c.workers || len(got.Lines) < min(c.workers, 64) {
				t.Errorf("%d columns of %d workers, %d more; want at least %d of all", got.Columns.Count, len(got.Lines), got.MoreLines, c.least)
			}
			if c.nodes > 0 && (got.Cluster.AllNodes != c.nodes || len(got.Cluster.Nodes) < min(c.nodes, 16)) {
				t.Errorf("%d of %d nodes", len(got.Cluster.Nodes), got.Cluster.AllNodes)
			}
		})
	}
}

func TestFrame_nastyText(t *testing.T) {
	r := generated(200, 512, 10)
	r.Program, r.Machine.CPU = nasty, nasty
	for i := range r.Sites {
		r.Sites[i].Name, r.Sites[i].Function, r.Sites[i].Work = nasty, nasty, math.NaN()
	}
	for i := range r.Lines {
		r.Lines[i].Name = nasty
	}
	for range 50 {
		r.Panics = append(r.Panics, trace.Panic{Text: nasty, Line: 1000, Site: -3})
	}
	f := newFrame(r, nil, &Config{Progress: func() Progress { return Progress{What: nasty} }})
	cluster := crowd(100)
	cluster.Error = nasty
	for i := range cluster.Nodes {
		cluster.Nodes[i].Name, cluster.Nodes[i].State, cluster.Nodes[i].Host, cluster.Jobs[i].ID = nasty, nasty, nasty, nasty
	}
	f.Cluster = &cluster
	data := fit(f, r)
	if len(data) > 16<<10 {
		t.Errorf("%d bytes, want at most 16384", len(data))
	}
	got := decoded(t, data)
	if strings.ContainsAny(got.Title+got.Panics[0].Text, "\x1b\x00\n\u202e") {
		t.Errorf("control characters are left in %q", got.Title)
	}
	if got.Panicked != 50 || len(got.Panics) != mostPanics {
		t.Errorf("%d panics of %d", len(got.Panics), got.Panicked)
	}
	if len(got.Cluster.Nodes) == 0 || len(got.Lines) == 0 {
		t.Errorf("%d nodes and %d lines are left", len(got.Cluster.Nodes), len(got.Lines))
	}
}

// Cells say what the columns of the report do, also where several of them are one.
func TestFrame_cells(t *testing.T) {
	const work, other = 4, 2 // 4/7 is about three fifths; searching
	for _, columns := range []int{1, 10, 96, 97, 512} {
		r := generated(2, columns, 7)
		f := newFrame(r, nil, &Config{})
		fit(f, r)
		n := f.Columns.Count
		if n > mostColumns || n*4 < min(columns, mostColumns) || len(f.Lines[1].Cells) != n || len(f.Series.Work) != n {
			t.Fatalf("%d columns of the report became %d, %d cells", columns, n, len(f.Lines[1].Cells))
		}
		if end := float64(n) * f.Columns.Width; end < 7-1e-9 {
			t.Errorf("%d columns end at %v s, want 7", columns, end)
		}
		for k := range n {
			if got, want := f.Lines[1].Cells[k], Letters[8*other+work]; got != want {
				t.Fatalf("%d columns: cell %d is %c, want %c", columns, k, got, want)
			}
			if f.Series.Work[k] != 1.2 || f.Series.Search[k] != 0.4 || math.Abs(f.Series.Ready[k]-123) > 1 {
				t.Fatalf("%d columns: series %v %v %v at %d", columns, f.Series.Work[k], f.Series.Search[k], f.Series.Ready[k], k)
			}
		}
	}
}

// Now is what happened since the report before, All is everything.
func TestFrame_now(t *testing.T) {
	before, r := generated(1, 8, 10), generated(1, 8, 12)
	before.Lines[0].Seconds = trace.ModeSeconds{Work: 10}
	r.Lines[0].Seconds = trace.ModeSeconds{Work: 10, Sleep: 2}
	r.Lines[0].Steals = before.Lines[0].Steals + 7
	f := newFrame(r, before, &Config{})
	now, all := Shares(f.Lines[0].Now), Shares(f.Lines[0].All)
	if now[0] != 0 || now[sleep] != 1 {
		t.Errorf("now is %v, want asleep", now)
	}
	if math.Abs(all[0]-10.0/12) > 0.02 {
		t.Errorf("all is %v, want working 10 of 12", all)
	}
	if f.StealRate != 3.5 {
		t.Errorf("%v steals a second, want 3.5", f.StealRate)
	}
	other := generated(1, 8, 1)
	other.Started = other.Started.Add(1)
	if f := newFrame(other, r, &Config{}); f.StealRate != 0 {
		t.Errorf("a new recording has a rate of the old one: %v", f.StealRate)
	}
}

func TestLevel(t *testing.T) {
	for _, c := range []struct {
		part, total float64
		want        int
	}{{0, 1, 0}, {0.01, 1, 1}, {0.5, 1, 4}, {0.99, 1, 6}, {1, 1, 7}, {3, 1, 7}, {-1, 1, 0}, {0, 0, 0}} {
		if got := level(c.part, c.total, 7); got != c.want {
			t.Errorf("level(%v, %v) is %d, want %d", c.part, c.total, got, c.want)
		}
	}
}

func TestShort(t *testing.T) {
	for _, c := range []struct{ text, front, end string }{
		{"abc", "abc", "abc"}, {"a\tb\x1b", "a b ", "a b "}, {"abcdefghij", "abcde…", "…fghij"}, {"ääääää", "ää…", "…ää"},
	} {
		if front, end := short(c.text, 8), shortEnd(c.text, 8); front != c.front || end != c.end {
			t.Errorf("%q: %q and %q, want %q and %q", c.text, front, end, c.front, c.end)
		}
	}
}

// Without a report there is still a frame, and of a cluster that does not answer what was known.
func TestFrame_clusterOnly(t *testing.T) {
	fail := false
	h := New(nil, Config{Title: "nodes", Cluster: func(context.Context) (Cluster, error) {
		if fail {
			return Cluster{}, context.DeadlineExceeded
		}
		return crowd(3), nil
	}})
	f := decoded(t, get(h, "GET", "/frame.json", "localhost").Body.Bytes())
	if f.Title != "nodes" || f.Workers != 0 || f.Cluster == nil || f.Cluster.AllNodes != 3 || f.Cluster.Slots != 192 || f.Cluster.Error != "" {
		t.Errorf("frame %+v, cluster %+v", f, f.Cluster)
	}
	fail = true
	h.feed.cluster.look(t.Context(), h.config.Cluster)
	if c := h.feed.cluster.seen(); c.AllNodes != 3 || c.Error == "" {
		t.Errorf("after a failure the cluster is %+v", c)
	}
	if w := get(h, "GET", "/report.json", "localhost"); w.Code != 404 {
		t.Errorf("a report of nothing: status %d, want 404", w.Code)
	}
}
