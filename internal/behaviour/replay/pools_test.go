package replay

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/steals"
)

// across runs a program on two pools with files of their own: tasks of each call into the other.
func across(t *testing.T, pool maker, files [2]string) string {
	t.Helper()
	var pools [2]*skua.Pool
	for k := range pools {
		p, err := pool(files[k], skua.WithWorkers(3))
		if err != nil {
			t.Fatal(err)
		}
		pools[k] = p
	}
	p, q := pools[0], pools[1]
	var d diary
	err := p.Run(context.Background(), func(w *skua.Worker) error {
		for round := range 3 {
			par.For(30, func(i int) {
				d.note(1000*round + i)
				spin(3 * time.Microsecond)
				if i == 10 {
					par.For(30, func(j int) {
						d.note(1000*round + 100 + j)
						spin(3 * time.Microsecond)
					}, par.On(p))
				}
			}, par.On(q))
			par.For(30, func(i int) {
				d.note(1000*round + 500 + i)
				spin(3 * time.Microsecond)
			}, par.On(w))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pools {
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return d.String()
}

// TestOwnFiles: two pools with files of their own call each other. Each file has the places of its own pool.
func TestOwnFiles(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for range records() {
		files := [2]string{filepath.Join(t.TempDir(), "p"), filepath.Join(t.TempDir(), "q")}
		want := across(t, steals.Record, files)
		for range replays() {
			if got := across(t, steals.Replay, files); got != want {
				t.Fatalf("got\n%s\nwant\n%s", short(got), short(want))
			}
		}
	}
}

// TestTaken: a file that is recorded into is refused to other recordings, of this process and of others,
// until the recording is closed.
func TestTaken(t *testing.T) {
	if os.Getenv("SKUA_TEST_AGAIN") != "" {
		par.For(10, func(int) {})
		return
	}
	loop := named("loop")
	file := filepath.Join(t.TempDir(), "steals")
	p, err := steals.Record(file, skua.WithWorkers(4))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steals.Record(file); !errors.Is(err, skua.ErrConfig) ||
		!strings.Contains(err.Error(), "another pool or process records into this file; nothing is recorded") {
		t.Errorf("a second pool: got %v", err)
	}
	out, code := again(t, "SKUA_RECORD="+file)
	if code != 0 || !strings.Contains(out, "skua: SKUA_RECORD="+file+": another pool or process records into this file") {
		t.Errorf("another process: got %d, %s", code, out)
	}
	var d diary
	loop.run(p, &d)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	wantSame(t, loop, 1, file, d.String())
	if _, err := run(t, loop, steals.Record, file); err != nil {
		t.Errorf("after Close: %v", err)
	}
}

// TestChild: a process that a recorded or replayed one starts inherits the variable, and leaves the
// file to it.
func TestChild(t *testing.T) {
	switch os.Getenv("SKUA_TEST_AGAIN") {
	case "1":
		var d diary
		for k := range 2 {
			par.For(50, func(i int) { d.note(100*k + i); spin(3 * time.Microsecond) })
			if k == 0 {
				out, code := again(t, "SKUA_TEST_AGAIN=2")
				os.Stdout.WriteString(strings.ReplaceAll(out, "skua: ", "child: "))
				if code != 0 {
					t.Error("the child has failed")
				}
			}
		}
		os.Stdout.WriteString("diary " + d.String() + "\n")
		return
	case "2":
		par.For(50, func(int) {})
		return
	}
	file := filepath.Join(t.TempDir(), "steals")
	out, code := again(t, "SKUA_RECORD="+file)
	want := said(out)
	if code != 0 || strings.Count(out, "child: ") != 1 || !strings.Contains(out, "which has started this one; nothing is recorded") {
		t.Fatalf("got %d, %s", code, out)
	}
	out, code = again(t, "SKUA_REPLAY="+file)
	if code != 0 || said(out) != want || !strings.Contains(out, "which has started this one; nothing is replayed") ||
		strings.Count(out, "skua: ") != 1 || !strings.Contains(out, "was followed to its end") {
		t.Errorf("got %d, %s, want %s", code, out, want)
	}
}

// TestLength: a replay says whether the program came to the end of the recording, and whether it went on.
func TestLength(t *testing.T) {
	if os.Getenv("SKUA_TEST_AGAIN") != "" {
		place := skua.Default()
		if os.Getenv("SKUA_TEST_CLOSES") != "" {
			p, err := skua.New(skua.WithWorkers(3))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			place = p
		}
		for range len(os.Getenv("SKUA_TEST_CALLS")) {
			par.For(50, func(int) { spin(3 * time.Microsecond) }, par.On(place))
		}
		return
	}
	const end, ends, early = "the recording was followed to its end", "the recording ends here, after line ",
		"that did not come before the pool was closed"
	for _, closes := range []string{"", "yes"} {
		closes = "SKUA_TEST_CLOSES=" + closes
		file := filepath.Join(t.TempDir(), "steals")
		if out, code := again(t, "SKUA_RECORD="+file, "SKUA_TEST_CALLS=xxx", closes); code != 0 || strings.Contains(out, "skua:") {
			t.Fatal(out)
		}
		for calls, want := range map[string][]string{"xxx": {end}, "xxxxx": {end, ends}, "xx": nil} {
			if want == nil && closes == "SKUA_TEST_CLOSES=yes" {
				want = []string{early}
			}
			out, code := again(t, "SKUA_REPLAY="+file, "SKUA_TEST_CALLS="+calls, closes)
			if code != 0 || strings.Count(out, "skua: ") != len(want) {
				t.Errorf("%s, %d calls: got %d, %s, want %q", closes, len(calls), code, out, want)
			}
			for _, w := range want {
				if !strings.Contains(out, w) {
					t.Errorf("%s, %d calls: got %s, want %q", closes, len(calls), out, w)
				}
			}
		}
	}
}
