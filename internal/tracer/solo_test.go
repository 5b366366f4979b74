package tracer

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/expect"
)

// TestSolo: in a window the first worker that comes goes on, the others are held, and all go on
// when that one has nothing to do.
func TestSolo(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	s := &sink{}
	tr := New(Config{Sink: s, Workers: 3})
	lines := []*Line{tr.Line(true), tr.Line(false), tr.Line(false)}
	lines[0].Emit(event.Enter, 0, 0, 0)
	lines[1].Emit(event.Start, 0, 0, 0)
	tr.solo.open(time.Hour)
	lines[0].MayPause()
	held := atomic.Int64{}
	var all sync.WaitGroup
	for _, l := range lines[1:] {
		all.Go(func() {
			l.MayPause()
			held.Add(1)
		})
	}
	expect.Eventually(t, "both are held", func() (both bool) {
		return tr.While(func(int64) { both = s.count(event.Pause) == 2 }) && both
	})
	lines[0].MayPause()
	if n := held.Load(); n != 0 {
		t.Errorf("%d workers went on beside the first", n)
	}
	lines[0].Emit(event.Await, 1, 0, 0) // for what one that is held has stolen, perhaps
	all.Wait()
	lines[1].MayPause() // no window is open
	tr.Stop()
	s.check(t)
	if s.count(event.Pause) != 2 || s.count(event.Resume) != 2 {
		t.Errorf("%d pauses are told, %d ends of one; want 2", s.count(event.Pause), s.count(event.Resume))
	}
	if n, d := tr.Solo(); n != 1 || d <= 0 {
		t.Errorf("there were %d windows, of %v together", n, d)
	}
}

// TestSolo_late: a window ends by the clock also if nobody ends it, and no searcher goes on in it
// in the place of a worker that has a task.
func TestSolo_late(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	tr := New(Config{Sink: &sink{}, Workers: 2})
	defer tr.Stop()
	searcher, busy := tr.Line(false), tr.Line(false)
	searcher.Emit(event.Seek, 0, 0, 0)
	busy.Emit(event.Start, 0, 0, 0)
	begin := tr.Now() // before the window opens: what comes between may take long
	tr.solo.open(20 * time.Millisecond)
	searcher.MayPause()
	if took := tr.Now() - begin; took < 20_000_000 {
		t.Errorf("a searcher went on %d ns after a window of 20 ms had opened", took)
	}
	tr.solo.end()
	tr.solo.open(time.Hour)
	busy.MayPause()
	busy.Emit(event.Seek, 0, 0, 0)
	searcher.MayPause() // returns, since the window has ended
}

// TestPause: windows take a twentieth of all workers' time at most, and later on a fiftieth.
func TestPause(t *testing.T) {
	for _, workers := range []int{2, 4, 64} {
		for opened, most := range map[int]float64{1: 0.05, enough: 0.05, enough + 1: 0.02, 1000: 0.02} {
			s := solo{tracer: &Tracer{config: Config{Workers: workers}}, opened: opened}
			for _, d := range []time.Duration{shortest, longest} {
				others := float64(workers-1) / float64(workers)
				if got := float64(d) * others / float64(d+s.pause(d)); got > most*1.001 {
					t.Errorf("%d workers, windows of %v after %d: they take %.3f", workers, d, opened, got)
				}
			}
		}
	}
}

// TestTooEarly: a short program has short windows or none, and a long one has long windows soon.
func TestTooEarly(t *testing.T) {
	tr := &Tracer{config: Config{Workers: 2}, began: time.Now()}
	s := solo{tracer: tr}
	if s.tooEarly(shortest) > 0 {
		t.Error("the shortest window must wait")
	}
	const d, whole = 100 * time.Millisecond, 500 * time.Millisecond
	wait, now := s.tooEarly(d), time.Duration(tr.Now())
	if wait > whole || wait < whole-now {
		t.Errorf("at most %v after the begin, a window of %v waits %v, want until %v: it takes a tenth of that of 2 workers", now, d, wait, whole)
	}
	tr.began = tr.began.Add(-time.Second)
	if wait := s.tooEarly(d); wait > 0 {
		t.Errorf("after 1 s, a window of %v waits %v", d, wait)
	}
}

// TestTicker opens windows by the clock.
func TestTicker(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	s := &sink{}
	tr := New(Config{Sink: s, Workers: 2, Solo: true})
	l := tr.Line(false)
	l.Emit(event.Start, 0, 0, 0)
	expect.Eventually(t, "a window and a round", func() bool {
		n, _ := tr.Solo()
		return n > 0
	})
	if d := tr.solo.length(); d != 50*time.Millisecond {
		t.Errorf("windows for units of 5 ms last %v, want ten times that", d)
	}
	tr.Stop()
	s.check(t)
}
