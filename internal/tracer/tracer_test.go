package tracer

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/expect"
)

// sink keeps all that a tracer tells.
type sink struct {
	names  []string
	events []event.Event
	lines  []int
	busy   atomic.Bool
	wrong  string
}

func (s *sink) Line(id int, name string, guest bool) {
	if id != len(s.names) {
		s.wrong = "lines come out of order"
	}
	s.names = append(s.names, name)
}

func (s *sink) Add(line int, e *event.Event) {
	if !s.busy.CompareAndSwap(false, true) {
		s.wrong = "two events at a time"
	}
	defer s.busy.Store(false)
	last := len(s.lines) - 1
	for last >= 0 && s.lines[last] != line {
		last--
	}
	switch {
	case line >= len(s.names):
		s.wrong = "an event of a line that was not told of"
	case last >= 0 && e.At < s.events[last].At:
		s.wrong = "times of a line fall"
	}
	s.events, s.lines = append(s.events, *e), append(s.lines, line)
}

func (s *sink) Resize(int64, int) {}

func (s *sink) Unit() time.Duration { return 5 * time.Millisecond }

// count returns how many events of that kind there are.
func (s *sink) count(k event.Kind) (n int) {
	for _, e := range s.events {
		if e.Kind == k {
			n++
		}
	}
	return n
}

func (s *sink) check(t *testing.T) {
	t.Helper()
	if s.wrong != "" {
		t.Error(s.wrong)
	}
}

// TestLate: an event whose worker was interrupted before it told it keeps the time that it was told with.
func TestLate(t *testing.T) {
	s := &sink{}
	tr := New(Config{Sink: s, Workers: 2})
	a, b := tr.Line(false), tr.Line(false)
	at := a.Now()
	for b.Now() == at {
	}
	b.Say(event.Seek)
	tr.While(func(int64) {})
	a.Put(event.Event{At: at, Kind: event.Sleep})
	tr.Stop()
	if n := len(s.events); n != 2 || s.events[1].At != at || s.events[0].At <= at {
		t.Errorf("%+v, want a Seek, and then a Sleep at %d", s.events, at)
	}
}

// TestNested: after a call inside its own task a worker is as busy as before.
func TestNested(t *testing.T) {
	tr := New(Config{Sink: &sink{}, Workers: 2})
	defer tr.Stop()
	l := tr.Line(false)
	for _, c := range []struct {
		kind event.Kind
		n    int64
		busy bool
	}{{event.Begin, 0, true}, {event.Enter, 0, true}, {event.Leave, 0, true}, {event.Seek, 0, false}, {event.Enter, -1, true}, {event.Leave, 0, false}} {
		if l.Emit(c.kind, 0, c.n, 0); l.busy != c.busy {
			t.Errorf("after %v the worker is busy: %v", c.kind, l.busy)
		}
	}
}

// TestMerge lets workers hand a number on by a channel: each event that tells of its
// coming is after the one that tells of its going, in whatever rounds they are merged.
func TestMerge(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	const workers, hops = 4, 20_000
	s := &sink{}
	tr := New(Config{Sink: s, Workers: workers})
	ring := make([]chan int, workers)
	for k := range ring {
		ring[k] = make(chan int, 1)
	}
	var all sync.WaitGroup
	for k := range ring {
		l := tr.Line(false)
		all.Go(func() {
			for n := range ring[k] {
				l.Emit(event.Begin, uint64(n), 0, 0)
				l.Emit(event.End, uint64(n), 0, 0)
				if n == hops {
					for _, c := range ring {
						close(c)
					}
					return
				}
				ring[(k+1)%workers] <- n + 1
			}
		})
	}
	ring[0] <- 1
	all.Wait()
	tr.Stop()
	s.check(t)
	if n := s.count(event.Begin); n != hops {
		t.Fatalf("%d events came, want %d", n, hops)
	}
	next := uint64(1)
	for _, e := range s.events {
		if e.Kind == event.Begin {
			if e.Ref != next {
				t.Fatalf("hop %d came before hop %d, which it depends on", e.Ref, next)
			}
			next++
		}
	}
}

// TestBackpressure lets one worker tell more than it may while a round is being made:
// it waits, so what is not merged stays little.
func TestBackpressure(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	s := &sink{}
	tr := New(Config{Sink: s, Workers: 1})
	l := tr.Line(true)
	tr.round.mu.Lock() // a round is being made
	told, done := atomic.Int64{}, make(chan struct{})
	const n = 20_000
	go func() {
		defer close(done)
		for range n {
			l.Emit(event.Drop, 0, 1, 0)
			told.Add(1)
		}
	}()
	expect.Eventually(t, "the worker waits", func() bool { return l.events.Behind() > farBehind })
	for range 1000 {
		runtime.Gosched()
	}
	if got := told.Load(); got > (farBehind+2)*1024 {
		t.Errorf("%d events were told while none was merged", got)
	}
	tr.round.mu.Unlock()
	<-done
	tr.Stop()
	s.check(t)
	if got := s.count(event.Drop); got != n {
		t.Errorf("%d of %d events came", got, n)
	}
	if s.count(event.Pause) == 0 || s.count(event.Pause) != s.count(event.Resume) {
		t.Errorf("%d pauses and %d ends of one are told", s.count(event.Pause), s.count(event.Resume))
	}
}

// TestStop: what comes after the end is kept nowhere, and no goroutine is left.
func TestStop(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	before := runtime.NumGoroutine()
	s := &sink{}
	tr := New(Config{Sink: s, Workers: 2, Solo: true})
	l := tr.Line(false)
	l.Emit(event.Seek, 0, 0, 0)
	if !tr.While(func(now int64) {
		if len(s.events) != 1 {
			t.Errorf("while it runs %d events are known, want 1", len(s.events))
		}
	}) {
		t.Error("the recording seems over")
	}
	l.Emit(event.Sleep, 0, 0, 0)
	end := tr.Stop()
	for range 10_000 {
		l.Emit(event.Drop, 0, 1, 0)
	}
	l.MayPause()
	if n := l.events.Behind(); n != 0 {
		t.Errorf("%d chunks are kept after the end", n)
	}
	if len(s.events) != 2 || s.events[1].At > end {
		t.Errorf("got %v, want two events before %d", s.events, end)
	}
	if tr.While(func(int64) {}) {
		t.Error("the recording seems to go on")
	}
	expect.Eventually(t, "the ticker ends", func() bool { return runtime.NumGoroutine() <= before })
}

// TestFree: the line of a worker that is gone is the next one's, of the same sort.
func TestFree(t *testing.T) {
	tr := New(Config{Sink: &sink{}, Workers: 1})
	defer tr.Stop()
	a, b := tr.Line(true), tr.Line(false)
	a.Free()
	if c := tr.Line(false); c == a {
		t.Error("a resident got a guest's line")
	}
	if c := tr.Line(true); c != a {
		t.Error("a guest got a new line although one is free")
	}
	other := New(Config{Sink: &sink{}, Workers: 1})
	defer other.Stop()
	if tr.Number(a.Name()) != 0 || tr.Number(b.Name()) != 1 || other.Number(b.Name()) != -1 || tr.Number(0) != -1 {
		t.Error("lines have wrong numbers")
	}
}

// TestNote: texts are kept, a bounded number of them.
func TestNote(t *testing.T) {
	tr := New(Config{Sink: &sink{}, Workers: 1})
	defer tr.Stop()
	first := tr.Note("first")
	for range 2 * mostTexts {
		tr.Note("more")
	}
	if got := tr.Text(first); got != "first" {
		t.Errorf("the first text is %q", got)
	}
	if n := tr.Note("last"); n != 0 || tr.Text(n) != "" || tr.Text(mostTexts+1) != "" {
		t.Errorf("there is a text %d", n)
	}
}

// TestOff: a strand that sleeps for most of its time was off the processor then, and one that
// computes was not, as far as this machine lets it.
func TestOff(t *testing.T) {
	if !onThread().same(onThread()) {
		return // this system has no clock for threads
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := &sink{}
	tr := New(Config{Sink: s, Workers: 1})
	l := tr.Line(true)
	l.Emit(event.Enter, 0, 0, 0)
	time.Sleep(5 * time.Millisecond)
	l.Emit(event.Leave, 0, 0, 0)
	l.Emit(event.Leave, 0, 0, 0)
	time.Sleep(5 * time.Millisecond) // nobody runs it: not told
	l.Emit(event.Enter, 0, 0, 0)
	tr.Stop()
	s.check(t)
	if n := s.count(event.Off); n != 1 || s.events[1].Kind != event.Off {
		t.Fatalf("%d strands were off, want the first: %v", n, s.events)
	}
	strand := s.events[2].At - s.events[0].At
	if off := s.events[1].N; off < 4_000_000 || off > strand {
		t.Errorf("a strand of %d ns that slept 5 ms was off for %d", strand, off)
	}
}
