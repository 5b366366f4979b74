package trace

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/trace/record"
)

// TestMidway begins and ends recordings while calls of all kinds are inside.
func TestMidway(t *testing.T) {
	defer expect.Within(t, 5*time.Minute)()
	pool := kit.NewPool(t, 3)
	var over atomic.Bool
	var all sync.WaitGroup
	for caller := range 2 {
		all.Go(func() {
			for k := caller; !over.Load(); k++ {
				programs[k%len(programs)].run(pool)
			}
		})
	}
	for k := range expect.Size(2, 2, 10) {
		rec, err := record.Start(pool, record.Config{NoSolo: k%2 == 0, NoDag: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := record.Start(pool, record.Config{}); err == nil || !strings.Contains(err.Error(), "already") {
			t.Fatalf("a second recording began beside the first, with error %v", err)
		}
		begin, events := time.Now(), int64(0)
		for events == 0 || time.Since(begin) < 20*time.Millisecond {
			r := rec.Report()
			if !r.Live {
				t.Error("a report while the recording goes on says that it is over")
			}
			events = r.Events
			time.Sleep(5 * time.Millisecond)
		}
		r := rec.Stop()
		if r.Live || r.Events == 0 {
			t.Errorf("after the end: live %v, %d events", r.Live, r.Events)
		}
		for _, l := range r.Lines {
			if d := sum(l.Seconds) / r.Seconds; d < 0.99 || d > 1.01 {
				t.Errorf("the time of %s is %v of the recording's", l.Name, d)
			}
		}
	}
	over.Store(true)
	all.Wait()
	kit.WantFull(t, pool)
	expect.Eventually(t, "no goroutine of a recording is left", func() bool {
		return !strings.Contains(strings.Join(stacks(), "\n"), "internal/tracer.")
	})
}

// TestAttached records a call that was inside before: from its next fork on.
func TestAttached(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	kit.Inside(pool, func(w *skua.Worker) {
		rec, err := record.Start(pool, record.Config{})
		if err != nil {
			t.Fatal(err)
		}
		tree.On(w, 5)
		r := rec.Stop()
		if len(r.Lines) != 1 || burnt(r.Lines[0].Seconds) < 32*100e-6 {
			t.Errorf("recorded inside a call: %+v", r.Lines)
		}
		wantSums(t, r)
	})
}
