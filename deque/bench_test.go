package deque

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// A channel is what Go gives: a queue with a lock, first in first out at both ends.
type channel chan *task

func (c channel) Push(x *task) bool {
	select {
	case c <- x:
		return true
	default:
		return false
	}
}

func (c channel) Pop() (*task, Outcome) {
	select {
	case x := <-c:
		return x, Got
	default:
		return nil, Empty
	}
}

func (c channel) Steal() (*task, Outcome) { return c.Pop() }
func (c channel) Len() int                { return len(c) }
func (c channel) Counts() Counts          { return Counts{} }

// A mutexSlice is what one writes without a second thought.
type mutexSlice struct {
	mu    sync.Mutex
	items []*task
}

func (d *mutexSlice) Push(x *task) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.items = append(d.items, x)
	return true
}

func (d *mutexSlice) Pop() (*task, Outcome) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.items) == 0 {
		return nil, Empty
	}
	last := len(d.items) - 1
	x := d.items[last]
	d.items[last] = nil
	d.items = d.items[:last]
	return x, Got
}

func (d *mutexSlice) Steal() (*task, Outcome) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.items) == 0 {
		return nil, Empty
	}
	x := d.items[0]
	d.items[0] = nil
	d.items = d.items[1:]
	return x, Got
}

func (d *mutexSlice) Len() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.items)
}

func (d *mutexSlice) Counts() Counts { return Counts{} }

// rivals are benchmarked beside the family, and not tested.
var rivals = []kind{
	{name: "channel", make: func(capacity int) queue { return make(channel, capacity) }},
	{name: "mutexslice", make: func(int) queue { return new(mutexSlice) }},
}

func contestants() []kind { return append(kinds[:len(kinds):len(kinds)], rivals...) }

// BenchmarkPushPop is the owner alone: one push and one pop, with items=n below.
// The last of the family's items needs a CAS; those above others need none.
func BenchmarkPushPop(b *testing.B) {
	for _, k := range contestants() {
		for _, items := range []int{0, 100} {
			b.Run(fmt.Sprintf("deque=%s/items=%d", k.name, items), func(b *testing.B) {
				d, x := k.make(1024), new(task)
				for range items {
					d.Push(x)
				}
				for b.Loop() {
					d.Push(x)
					d.Pop()
				}
			})
		}
	}
}

// BenchmarkSteal is ns for an item that the owner pushes and thieves steal. The
// owner pushes batches and serves requests; thieves=0 means that it steals itself,
// with nobody in its way.
func BenchmarkSteal(b *testing.B) {
	for _, k := range contestants() {
		for _, thieves := range []int{0, 1, 2, 4} {
			b.Run(fmt.Sprintf("deque=%s/thieves=%d", k.name, thieves), func(b *testing.B) {
				d := k.make(batch)
				if thieves == 0 {
					benchmarkAlone(b, d)
				} else {
					benchmarkThieves(b, d, thieves)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/batch, "ns/item")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

const batch = 1024

// fillBatch pushes a batch. The Pop lets a deque begin anew that needs its owner for it.
func fillBatch(d queue, x *task) {
	d.Pop()
	for range batch {
		d.Push(x)
		poll(d)
	}
}

func benchmarkAlone(b *testing.B, d queue) {
	x := new(task)
	for b.Loop() {
		fillBatch(d, x)
		for range batch {
			stealServed(d)
		}
	}
}

func benchmarkThieves(b *testing.B, d queue, thieves int) {
	var over atomic.Bool
	var haul atomic.Int64
	var wg sync.WaitGroup
	for range thieves {
		wg.Go(func() {
			for !over.Load() {
				if _, outcome := d.Steal(); outcome == Got {
					haul.Add(1)
				} else {
					runtime.Gosched()
				}
			}
		})
	}
	x := new(task)
	for want := int64(batch); b.Loop(); want += batch {
		fillBatch(d, x)
		for haul.Load() < want {
			poll(d)
			runtime.Gosched()
		}
	}
	over.Store(true)
	wg.Wait()
}
