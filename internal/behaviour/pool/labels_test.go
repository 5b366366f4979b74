package pool

import (
	"bytes"
	"context"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestLabels: profiler labels that a task sets are gone from its worker when that runs another call's work.
func TestLabels(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	labelled := func() int {
		var b bytes.Buffer
		if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
			t.Error(err)
		}
		return strings.Count(b.String(), `"of":"a task"`)
	}
	stolen := func(f func()) {
		kit.Inside(pool, func(w *skua.Worker) {
			kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { f() })
		})
	}
	stolen(func() {
		pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("of", "a task")))
		if n := labelled(); n != 1 {
			t.Errorf("%d goroutines have the task's labels", n)
		}
	})
	stolen(func() { // on that worker, or on another while that one still looks for work
		expect.Eventually(t, "no goroutine has the labels of a task that has ended", func() bool { return labelled() == 0 })
	})
}
