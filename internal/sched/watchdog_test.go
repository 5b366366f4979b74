package sched

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/spawn"
	"github.com/skua-go/skua/internal/stuck"
)

// watched returns a pool whose watchdog looks when the test says so, and what it said.
func watched(workers int) (p *Pool, said *[]string) {
	p, said = New(crew.Config{Workers: workers, Watchdog: time.Hour}), new([]string)
	p.dog.Say = func(report string) { *said = append(*said, report) }
	p.guard()
	return p, said
}

// looks lets the watchdog look until it says something, and wants that to be the cause.
func looks(t *testing.T, p *Pool, said *[]string, want stuck.Cause) {
	t.Helper()
	before := len(*said)
	for end := time.Now().Add(time.Minute); len(*said) == before && time.Now().Before(end); runtime.Gosched() {
		p.dog.Look((*guarded)(p), time.Hour)
	}
	for range 3 * stuck.MaxNaps {
		p.dog.Look((*guarded)(p), time.Hour)
	}
	if len(*said) != before+1 {
		t.Fatalf("%d reports, want one: %q", len(*said)-before, *said)
	}
	if first, _, _ := strings.Cut((*said)[before], "\n"); first != "skua: "+want.Sentence {
		t.Errorf("the report begins with %q, want %q", first, want.Sentence)
	}
}

// TestWatchdog_lost plants a join of a frame that nobody has, in one goroutine of two, and
// wants it told once, and once more after something moved.
func TestWatchdog_lost(t *testing.T) {
	p, said := watched(2)
	var state atomic.Uint32
	var guest atomic.Pointer[crew.Worker]
	over := make(chan struct{})
	go func() {
		defer close(over)
		w := p.Enter(nil, nil)
		defer Depart(w, nil)
		guest.Store(w)
		w.Await(&state)
	}()
	looks(t, p, said, stuck.Lost)
	if !strings.Contains((*said)[0], "TestWatchdog_lost") {
		t.Errorf("the stack of the join is not in the report:\n%s", (*said)[0])
	}
	guest.Load().Count.Parks.Add(1)
	looks(t, p, said, stuck.Lost)

	state.Store(crew.Done)
	p.Sleep.TakeToken()
	guest.Load().Parker.Unpark()
	<-over
	p.Close()
}

// planted is a scope's tasks that are counted, but lie nowhere.
type planted struct{ ran atomic.Int32 }

func (*planted) Place(*crew.Worker) any            { return nil }
func (*planted) Next() (*spawn.Scope, bool)        { panic("nobody takes the result") }
func (t *planted) Run(place, body any) (err error) { t.ran.Add(1); return nil }
func (*planted) Cancel(error)                      {}

// TestWatchdog_lostTask plants a spawned task that is counted and lies nowhere; then one
// that lies in the inbox, of which nobody was told.
func TestWatchdog_lostTask(t *testing.T) {
	p, said := watched(2)
	var s spawn.Scope
	tasks := new(planted)
	s.Init(p.Board(), nil, nil, tasks)
	s.Add(nil)
	over := make(chan struct{})
	go func() {
		defer close(over)
		w := p.Enter(nil, nil)
		defer Depart(w, nil)
		s.Wait(w)
	}()
	looks(t, p, said, stuck.Lost)

	p.dog.Begin()
	s.Put("task")
	looks(t, p, said, stuck.Untaken)

	p.Sleep.Post()
	<-over
	if n := tasks.ran.Load(); n != 1 {
		t.Errorf("the task ran %d times, want once", n)
	}
	p.Close()
}

// TestWatchdog_runs looks at a guest that computes, beside one that is in a join of which
// nobody knows: there is nothing to tell as long as somebody runs.
func TestWatchdog_runs(t *testing.T) {
	p, said := watched(2)
	var state atomic.Uint32
	var stop atomic.Bool
	var guest atomic.Pointer[crew.Worker]
	over := make(chan struct{}, 2)
	go func() {
		w := p.Enter(nil, nil)
		for guest.Store(w); !stop.Load(); {
			runtime.Gosched() // a collection stops it where no signal can
		}
		Depart(w, nil)
		over <- struct{}{}
	}()
	go func() {
		w := p.Enter(nil, nil)
		w.Await(&state)
		Depart(w, nil)
		over <- struct{}{}
	}()
	for guest.Load() == nil {
		runtime.Gosched()
	}
	for range 10 * stuck.MaxNaps {
		p.dog.Look((*guarded)(p), time.Hour)
	}
	if len(*said) > 0 {
		t.Errorf("somebody runs, and yet there was a report:\n%s", *said)
	}
	stop.Store(true)
	<-over
	looks(t, p, said, stuck.Lost)
	for w := range p.All.Each {
		if w.Goroutine.Load() != 0 && w != guest.Load() {
			state.Store(crew.Done)
			p.Sleep.TakeToken()
			w.Parker.Unpark()
		}
	}
	<-over
	p.Close()
}
