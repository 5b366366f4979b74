package record

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/replay"
	"github.com/skua-go/skua/internal/watch"
	"github.com/skua-go/skua/trace"
)

// read returns the report that is in a file.
func read(t *testing.T, path string) (r trace.Report) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// poolOf returns what a recording sees of a pool of which n workers may run.
func poolOf(n int) *watch.Pool {
	p := new(watch.Pool)
	p.Init(func() int { return n }, func() {}, nil)
	return p
}

// TestFile: the file is written when the last call has left, not while one is inside, not for
// another pool, and not again before twenty times as long as it took.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	f := newFile(path, renders[".json"], t.Output())
	first, second := poolOf(3), poolOf(2)
	f.Entered(first)
	f.Entered(second)
	f.Left(second)
	if _, err := os.Stat(path); err == nil {
		t.Fatal("the file is there while the first pool's call is inside")
	}
	f.Left(first)
	if r := read(t, path); r.Workers != 3 || r.Live || r.OtherPools != 1 {
		t.Errorf("the file tells of %d workers, live %v, and that %d other pools are not in it", r.Workers, r.Live, r.OtherPools)
	}
	if f.all.cost <= 0 || f.due {
		t.Errorf("written in %v, due %v", f.all.cost, f.due)
	}
	f.all.cost, f.sums = time.Hour, turn{time.Now(), time.Hour}
	os.Remove(path)
	f.Entered(first)
	f.Left(first)
	if _, err := os.Stat(path); err == nil || !f.due {
		t.Errorf("the file is written again at once: %v, due %v", err, f.due)
	}
	f.mu.Lock()
	f.sums.cost = 0
	f.write() // as the ticker does
	f.mu.Unlock()
	if r := read(t, path); r.Seconds > f.rec.Report().Seconds || f.due {
		t.Errorf("the file tells of %v s, due %v", r.Seconds, f.due)
	}
	f.rec.Stop()
}

// TestFile_larger: a pool with more workers takes the place of the first.
func TestFile_larger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	f := newFile(path, renders[".json"], t.Output())
	small, large := poolOf(1), poolOf(2)
	f.Entered(small)
	f.Left(small)
	f.all.cost, f.sums.cost = 0, 0
	f.Entered(large)
	f.Left(small) // does not count any more
	f.Entered(small)
	if r := read(t, path); r.Workers != 1 || r.OtherPools != 0 {
		t.Errorf("the file tells of %d workers before the larger pool's call has left", r.Workers)
	}
	f.Left(large)
	if r := read(t, path); r.Workers != 2 || r.OtherPools != 1 || small.Recorded() {
		t.Errorf("the file tells of %d workers, want 2; the small pool's recording: %v", r.Workers, small.Recorded())
	}
	f.rec.Stop()
}

// TestFile_idle: what the file shows ends with the last call, however much later it is written.
func TestFile_idle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	f := newFile(path, renders[".json"], t.Output())
	c := poolOf(2)
	f.Entered(c)
	f.all, f.sums = turn{time.Now(), time.Hour}, turn{time.Now(), time.Hour} // not now
	f.Left(c)
	for f.rec.tracer.Now() < f.left+int64(20*time.Millisecond) {
	}
	f.mu.Lock()
	f.all.cost = 0
	f.write()
	f.mu.Unlock()
	if r := read(t, path); r.Seconds > float64(f.left)/1e9+0.001 {
		t.Errorf("the file tells of %v s, but the last call left after %v", r.Seconds, time.Duration(f.left))
	}
	f.rec.Stop()
}

// TestReplace: a file is replaced when the new one is complete.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := replace(path, func(io.Writer) error { return io.ErrShortWrite }); err == nil {
		t.Error("a failure to write is not told")
	}
	data, _ := os.ReadFile(path)
	if names, _ := os.ReadDir(dir); string(data) != "old" || len(names) != 1 {
		t.Errorf("after a failure the file holds %q, and there are %d", data, len(names))
	}
}

// TestStart: one recording at a time, and after it another.
func TestStart(t *testing.T) {
	c := poolOf(1)
	r, err := Start(c, Config{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Start(c, Config{}); err != ErrBusy {
		t.Errorf("beside the first: %v", err)
	}
	live, end := r.Report(), r.Stop()
	if !live.Live || end.Live || end.Dag != nil || end.Machine.Go == "" || len(end.Program) == 0 {
		t.Errorf("live %v, then %v; %+v", live.Live, end.Live, end.Machine)
	}
	if r, err = Start(c, Config{Dag: true}); err != nil {
		t.Fatal(err)
	}
	if r.Stop().Dag == nil {
		t.Error("the dag is missing")
	}
}

func TestRenderFor(t *testing.T) {
	for name, want := range map[string]string{"x.json": `{"version":1`, "x.html": "<!DOCTYPE html>"} {
		var b strings.Builder
		render, err := renderFor(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := render(&b, &trace.Report{Version: trace.Version}); err != nil || !strings.HasPrefix(b.String(), want) {
			t.Errorf("%s begins with %.20q, %v; want %s", name, b.String(), err, want)
		}
	}
	if _, err := renderFor("x.txt"); err == nil || !strings.Contains(err.Error(), "a .json or .html file") {
		t.Errorf("x.txt: %v", err)
	}
}

// TestFile_sums: what is large is written seldom; the file then has it as it was.
func TestFile_sums(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	f := newFile(path, renders[".json"], t.Output())
	c, larger := poolOf(2), poolOf(3)
	f.Began(c)
	if f.rec == nil || f.inside.Load() {
		t.Fatal("a scope from outside begins no recording, or counts as a call")
	}
	f.Entered(c)
	f.Left(c)
	all := read(t, path)
	f.all.cost = time.Hour
	f.Entered(c)
	f.Left(c)
	sums := read(t, path)
	if sums.Dag == nil || sums.Dag.Seconds != all.Dag.Seconds || sums.Seconds <= all.Seconds || f.due {
		t.Errorf("the dag is of %+v, then %+v; %v s, then %v s", all.Dag, sums.Dag, all.Seconds, sums.Seconds)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := trace.ReadReport(file); err != nil {
		t.Error(err)
	}
	f.Entered(larger)
	f.Left(larger)
	if r := read(t, path); r.Workers != 3 || f.all.cost == time.Hour {
		t.Errorf("after a larger pool came the file tells of %d workers", r.Workers)
	}
	f.rec.Stop()
}

// TestTake: the file is of the folder that the program began in, and not of processes that it starts.
func TestTake(t *testing.T) {
	set := map[string]string{}
	e := replay.Variables{Get: func(name string) string { return set[name] }, Set: func(name, value string) error {
		set[name] = value
		return nil
	}}
	if f, err := take(e, "a.json"); apart.On() != (f == nil && strings.Contains(fmt.Sprint(err), "race detector")) {
		t.Errorf("in a build with branches of its own (%v): %+v, %v", apart.On(), f, err)
	}
	defer apart.Set(apart.Off)()
	f, err := take(e, "a.json")
	if err != nil || !filepath.IsAbs(f.path) {
		t.Fatalf("%+v, %v: want the whole name", f, err)
	}
	for name, value := range set {
		set[name] = "1" + strings.TrimLeft(value, "0123456789")
	}
	if f, err = take(e, "a.json"); f != nil || err == nil || !strings.Contains(err.Error(), "for process 1,") {
		t.Errorf("a process that another has started takes the same file: %+v, %v", f, err)
	}
	if _, err = take(e, "b.json"); err != nil {
		t.Errorf("it does not take another file: %v", err)
	}
}
