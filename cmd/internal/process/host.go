package process

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
)

// local is the name of this machine in the joblog.
const local = ":"

// Host is this machine as a batch.Host for items whose payload is an *each.Command.
type Host struct {
	dir   string
	slots []slot
}

// A slot is what one slot keeps. It fills a cache line.
type slot struct {
	yielded time.Time
	_       [40]byte
}

// NewHost returns this machine with a number of slots, at least 1, whose commands run
// in dir, "" for the directory of this process.
func NewHost(slots int, dir string) *Host {
	if slots < 1 {
		panic(fmt.Sprintf("process: NewHost with %d slots", slots))
	}
	return &Host{dir, make([]slot, slots)}
}

// Name is ":".
func (h *Host) Name() string { return local }

// Slots is how many commands run at a time.
func (h *Host) Slots() int { return len(h.slots) }

// Ahead is 0: a command starts when its slot is free.
func (h *Host) Ahead() int { return 0 }

// GiveBack does nothing: nothing is held that has not started.
func (h *Host) GiveBack(int) {}

// Close does nothing.
func (h *Host) Close() error { return nil }

// Run executes an item and blocks until it has ended: see the function Run.
func (h *Host) Run(ctx context.Context, it *batch.Item, slot int, out *batch.Streams) batch.Outcome {
	h.slots[slot].yield()
	return Run(ctx, it.Payload.(*each.Command), h.dir, out)
}

// yield lets the scheduler of Go see that this goroutine does not run for long. The scheduler
// counts the time since a goroutine was last scheduled, system calls with it. After 10 ms
// it takes the goroutine's P away in the middle of the next call, each time, and its
// monitor then looks every 20 µs: about 25 µs of processor time for each command, of 85.
func (s *slot) yield() {
	if now := time.Now(); now.Sub(s.yielded) > yieldEvery {
		s.yielded = now
		runtime.Gosched()
	}
}

// yieldEvery is below the 10 ms of the scheduler (forcePreemptNS) by more than most
// commands take that are short enough for the cost to matter.
const yieldEvery = 6 * time.Millisecond
