package stealhalf

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// A shared is a deque under test.
type shared interface {
	Push(*int) bool
	Pop() (*int, deque.Outcome)
	Steal() (*int, deque.Outcome)
	Len() int
}

// stallDeques are the deques, each with room for at least stallRoom items. The steals of
// "many" are those that Theorem 4.1 is about.
var stallDeques = []struct {
	name string
	free bool // of locks
	make func() shared
}{
	{"stealhalf", true, func() shared { return deque.NewStealHalf[int](stallRoom) }},
	{"stealhalf many", true, func() shared { return &many{deque.NewStealHalf[int](stallRoom)} }},
	{"chaselev", true, func() shared { return new(deque.ChaseLev[int]) }},
	{"locked", false, func() shared { return new(deque.Locked[int]) }},
}

// many is a deque from which a thief takes half of what it has more than the thief's own.
type many struct{ *deque.StealHalf[int] }

// stealMost is how many items a thief has room for.
const stealMost = 32

// thiefOf returns how a thief steals from d: one item, or many into a deque of its own, and
// how it forgets them.
func thiefOf(d shared) (steal, forget func()) {
	m, ok := d.(*many)
	if !ok {
		return func() { d.Steal() }, func() {}
	}
	own := deque.NewStealHalf[int](stealMost)
	return func() { m.StealInto(own) }, func() {
		for own.Len() > 0 {
			own.Pop()
		}
	}
}

const (
	stallRoom   = 1 << 16
	stallBatch  = 16                     // operations between two looks at the clock
	stallBucket = 100 * time.Microsecond // of the log of operations
)

// A process is a goroutine at a deque. No other goroutine touches its log before all
// processes have ended.
type process struct {
	zero   time.Time
	begun  []uint32 // operations that began, by bucket
	ended  []uint32 // and that ended
	paused []pause
}

// A pause is a batch of operations that took very long, because the process was stopped
// or waited in one of them.
type pause struct{ from, to time.Duration }

// runStalls has one owner and thieves at a deque, and beside them goroutines that
// only compute, each on a thread of its own. There are more threads than processors,
// so the system stops them between any two instructions.
//
// NOT: more goroutines than GOMAXPROCS. Go's scheduler lets a goroutine run for 10 ms,
// and then tries to stop it where it enters a function: too few pauses fall inside an
// operation.
func runStalls(ctx context.Context, make func() shared, thieves, others int, long, least time.Duration) []lab.Row {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1 + thieves + others))
	d, zero := make(), time.Now()
	ctx, stop := context.WithTimeout(ctx, long)
	defer stop()
	owner := newProcess(zero, long)
	processes := []*process{owner}
	var wg sync.WaitGroup
	var over atomic.Bool
	for range others {
		wg.Go(func() { compute(&over) })
	}
	wg.Go(func() { owner.own(d, &over, least) })
	for range thieves {
		p := newProcess(zero, long)
		processes = append(processes, p)
		wg.Go(func() { p.rob(d, &over, least) })
	}
	<-ctx.Done()
	over.Store(true)
	end := time.Since(zero)
	wg.Wait()
	return stalls(processes, end)
}

func newProcess(zero time.Time, long time.Duration) *process {
	buckets := 4 * long / stallBucket
	return &process{zero: zero, begun: make([]uint32, buckets), ended: make([]uint32, buckets)}
}

// compute stands for other work on the machine.
func compute(over *atomic.Bool) {
	for !over.Load() {
		gauge.Burn(1 << 12)
	}
}

// own pushes while less than half of the room is taken, and pops otherwise.
func (p *process) own(d shared, over *atomic.Bool, least time.Duration) {
	x := new(int)
	for !over.Load() {
		from := p.begin(stallBatch)
		if d.Len() < stallRoom/2 {
			for range stallBatch {
				d.Push(x)
			}
		} else {
			for range stallBatch {
				d.Pop()
			}
		}
		p.end(from, stallBatch, least)
	}
}

// rob steals and computes in turn, so that the owner's items last for long.
func (p *process) rob(d shared, over *atomic.Bool, least time.Duration) {
	steal, forget := thiefOf(d)
	for !over.Load() {
		from := p.begin(1)
		steal()
		p.end(from, 1, least)
		forget()
		gauge.Burn(1 << 12)
	}
}

func (p *process) begin(operations uint32) time.Duration {
	now := time.Since(p.zero)
	p.log(p.begun, now, operations)
	return now
}

func (p *process) end(from time.Duration, operations uint32, least time.Duration) {
	now := time.Since(p.zero)
	p.log(p.ended, now, operations)
	if now-from >= least {
		p.paused = append(p.paused, pause{from, now})
	}
}

func (p *process) log(buckets []uint32, at time.Duration, operations uint32) {
	if i := int(at / stallBucket); i < len(buckets) {
		buckets[i] += operations
	}
}

// stalls returns a row for each pause: how many operations the other processes began and
// ended meanwhile. It leaves out the buckets in which the pause begins and ends. It also
// leaves out a pause that ends after the experiment, or after the last bucket, which
// happens on a machine that is late.
func stalls(processes []*process, end time.Duration) (rows []lab.Row) {
	end = min(end, time.Duration(len(processes[0].begun))*stallBucket)
	for i, p := range processes {
		who := "thief"
		if i == 0 {
			who = "owner"
		}
		for _, stop := range p.paused {
			if stop.to > end {
				continue
			}
			row := lab.Row{"who": who, "ms": float64(stop.to-stop.from) / 1e6}
			begun, ended := 0, 0
			for j, other := range processes {
				for at := int(stop.from/stallBucket) + 1; i != j && at < int(stop.to/stallBucket); at++ {
					begun += int(other.begun[at])
					ended += int(other.ended[at])
				}
			}
			row["begun"], row["ended"] = begun, ended
			rows = append(rows, row)
		}
	}
	return rows
}
