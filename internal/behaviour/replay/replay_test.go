package replay

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/steals"
)

// recording records the program in a new file until the outcome is as wanted. Two workers or more
// take part.
func recording(t *testing.T, prog program, wanted func(outcome string) bool) (file, outcome string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "steals")
	for range 1000 {
		d, err := run(t, prog, steals.Record, file)
		if err != nil {
			t.Fatal(err)
		}
		if outcome = d.String(); d.workers() > 1 && wanted(outcome) {
			return file, outcome
		}
	}
	t.Fatal("in a thousand runs nothing was stolen, or the outcome was never as wanted")
	return "", ""
}

// wantSame replays the file some times and wants the outcome each time.
func wantSame(t *testing.T, prog program, times int, file, outcome string) {
	t.Helper()
	for k := range times {
		d, err := run(t, prog, steals.Replay, file)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.String(); got != outcome {
			text, _ := os.ReadFile(file)
			t.Fatalf("replay %d:\n%s\nwant\n%s\nby\n%s", k, short(got), short(outcome), text[:min(len(text), 3000)])
		}
	}
}

// onProcessors runs f as tests of their own, on one processor, on two and on four.
func onProcessors(t *testing.T, name string, f func(t *testing.T)) {
	for _, n := range expect.Size([]int{2}, []int{1, 2, 4}, []int{1, 2, 4}) {
		t.Run(fmt.Sprintf("%s/processors=%d", name, n), func(t *testing.T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
			f(t)
		})
	}
}

// TestSame records each program some times, and replays each recording: the same workers do the
// same things in the same order.
func TestSame(t *testing.T) {
	for _, prog := range programs {
		onProcessors(t, prog.name, func(t *testing.T) {
			for range records() {
				file, outcome := recording(t, prog, func(string) bool { return true })
				wantSame(t, prog, replays(), file, outcome)
			}
		})
	}
}
