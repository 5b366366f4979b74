package room

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"github.com/skua-go/skua/internal/explore"
)

// MaxProcessors is how many a room can have, and some more for threads beyond them.
const MaxProcessors = 1088

// Config says what is in the room.
type Config struct {
	Processors int
	Socket     int // processors in a socket; 0: all are in one
	Costs      Costs
	Seed       uint64 // of what is random: who keeps a line for longer
	Limit      Time   // a program that lasts longer has an error; 0: a minute
	Step       Time   // of the timeline; 0: none
	Places     int    // of so many stalls one is noted with its place in the code; 0: none
}

// Room is a machine of virtual processors. Run opens it and closes it; one is open at a time, and
// nothing else in the process uses the scheduler meanwhile.
type Room struct {
	Config
	running *thread // nil between two
	next    *thread // chosen by the thread that ran last; nil: the first of the agenda
	agenda  agenda
	threads []*thread
	taken   []bool // processors
	free    int
	queue   []*thread // those that wait for a processor
	first   []*thread // by processor: the one that goes on when the one that runs there gives it up
	beside  bool      // the next that is woken is to run on another processor
	roused  *thread   // the last whose processor is still waking up
	lines   lines
	waits
	counts Counts
	random uint64
	places places
	stalls int
	timeline
}

// New returns a room. It panics if there is no such room.
func New(c Config) *Room {
	if c.Processors < 1 || c.Processors > MaxProcessors {
		panic(fmt.Sprintf("skua/room: %d processors, must be 1 to %d", c.Processors, MaxProcessors))
	}
	if c.Limit == 0 {
		c.Limit = Of(time.Minute)
	}
	return &Room{
		Config: c, taken: make([]bool, c.Processors), first: make([]*thread, c.Processors), free: c.Processors,
		lines: lines{byAddress: map[uintptr]*line{}}, random: c.Seed*0x9E3779B97F4A7C15 | 1, waits: newWaits(),
		places: places{}, timeline: timeline{step: c.Step},
	}
}

// Run runs the program on the first processor, and returns when it has ended. Threads that have not
// ended then stay where they are for good, so a program closes its pools. It is an error if the program
// cannot go on, or is not over at the Limit.
func (r *Room) Run(program func()) error {
	if !explore.Woven() {
		return errors.New("skua/room: this build is not woven: its code does not ask the room")
	}
	explore.SetHost(r)
	defer explore.SetHost(nil)
	over := false
	r.spawn(0, func() { program(); over = true })
	for !over {
		t := r.next
		r.next = nil
		if t == nil {
			if len(r.agenda.heap) == 0 {
				return fmt.Errorf("skua/room: the program cannot go on: %d threads, none can run, %d wait for a processor", len(r.threads), len(r.queue))
			}
			t = r.agenda.pop()
		}
		if t.clock > r.Limit {
			return fmt.Errorf("skua/room: the program is not over after %v", r.Limit.Duration())
		}
		if t.seat == none && !r.sit(t) {
			continue
		}
		r.arrives(t)
		r.running = t
		t.resume()
		r.running = nil
	}
	return nil
}

// Access lets threads with lesser clocks go first, and then the calling thread's time go by that the
// operation takes.
func (r *Room) Access(p unsafe.Pointer, k explore.Kind) {
	t := r.running
	if t == nil {
		return // a check between two threads, or a cleanup
	}
	r.counts.Events++
	if k != explore.Load {
		r.counts.Changes++
	}
	if t.clock > r.Limit {
		r.over(t)
	}
	if first := r.agenda.first(); t.clock > first {
		early := k == explore.Load && t.clock <= first+r.Costs.Slack && r.lines.at(p, t.seat).has(t.seat)
		if !early {
			r.handOver(t)
		}
	}
	switch k {
	case explore.Load:
		r.load(t, r.lines.at(p, t.seat))
	case explore.Store, explore.RMW:
		r.write(t, r.lines.at(p, t.seat))
	case explore.Lock:
		r.lock(t, p)
	case explore.Unlock:
		r.unlock(t, p)
	case explore.Park:
		r.park(t, p)
	case explore.Unpark:
		r.unpark(t, p)
	}
}

// Failed counts a CAS that failed.
func (r *Room) Failed() { r.counts.Failed++ }

// Go starts f as a thread: after a wake-up, as it has to get a processor.
func (r *Room) Go(f func()) {
	t := r.running
	r.counts.Starts++
	t.clock += r.Costs.Start
	r.wake(t, r.thread(t.clock, f))
}

// Beside does f, which wakes a thread that is to run on another processor.
func (r *Room) Beside(f func()) {
	r.beside = true
	f()
}

// Now is the time of the running thread. To look costs what it costs in Go, about 20 ns.
func (r *Room) Now() time.Duration {
	r.Spend(int64(20 * Nanosecond))
	return r.running.clock.Duration()
}

// Name is the running thread's number, like the address of a goroutine's descriptor: scheduler code that
// goes by such addresses does the same in each run then.
func (r *Room) Name() uintptr { return r.running.name }

// Clock is the time of the running thread, for nothing.
func (r *Room) Clock() Time { return r.running.clock }

// Spend lets some of the running thread's time go by, in picoseconds.
func (r *Room) Spend(ps int64) { r.running.clock += Time(ps) }

// Work is Spend for the program's own work, which is counted.
func (r *Room) Work(d Time) {
	r.timeline.add(working, r.running.clock, r.running.clock+d)
	r.running.clock += d
	r.running.work += d
}
