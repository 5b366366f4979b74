package verify

import (
	"math/rand/v2"
	"runtime"
	"sync/atomic"

	"github.com/skua-go/skua/deque"
)

// broken is a Chase–Lev deque of 64 slots with a planted fault, for the negative
// controls. It yields at random where others may come between, so that they do.
type broken struct {
	top, bottom atomic.Int64
	slots       [64]atomic.Pointer[int]
	fault       string
}

func yield() {
	for range rand.IntN(3) {
		runtime.Gosched()
	}
}

func (d *broken) Push(x *int) bool {
	b := d.bottom.Load()
	if b-d.top.Load() >= int64(len(d.slots)) {
		return false
	}
	d.slots[b%64].Store(x)
	d.bottom.Store(b + 1)
	return true
}

func (d *broken) Pop() (*int, deque.Outcome) {
	b := d.bottom.Load() - 1
	d.bottom.Store(b)
	yield()
	t := d.top.Load()
	if t > b {
		d.bottom.Store(b + 1)
		return nil, deque.Empty
	}
	x := d.slots[b%64].Load()
	if t < b {
		return x, deque.Got
	}
	yield()
	won := true
	if d.fault == "pop without CAS" {
		d.top.Store(b + 1)
	} else {
		won = d.top.CompareAndSwap(b, b+1)
	}
	d.bottom.Store(b + 1)
	if !won {
		return nil, deque.Empty
	}
	return x, deque.Got
}

func (d *broken) Steal() (*int, deque.Outcome) {
	t := d.top.Load()
	if t >= d.bottom.Load() {
		return nil, deque.Empty
	}
	x := d.slots[t%64].Load()
	yield()
	if d.fault == "lost for nothing" && *x%4 == 0 && t%2 == 0 {
		return nil, deque.Lost
	}
	if d.top.CompareAndSwap(t, t+1) {
		return x, deque.Got
	}
	if d.fault == "empty instead of lost" {
		return nil, deque.Empty
	}
	return nil, deque.Lost
}

func (d *broken) Len() int { return int(d.bottom.Load() - d.top.Load()) }

// brokenBatch moves items one by one from a deque to another. It forgets the
// third item of a batch, or takes the first without telling the victim.
type brokenBatch struct {
	deque.Locked[int]
	fault string
}

func (d *brokenBatch) stealInto(own ends) (int, deque.Outcome) {
	n := 0
	for ; n < 3; n++ {
		x, outcome := d.Steal()
		if outcome != deque.Got {
			break
		}
		if n < 2 || d.fault != "forgets" {
			own.Push(x)
		}
		if n == 0 && d.fault == "copies" {
			d.Push(x)
		}
	}
	if n == 0 {
		return 0, deque.Empty
	}
	return n, deque.Got
}

// brokenRange is a work-stealing range in units of one index, with a planted
// fault. It yields as broken does.
type brokenRange struct {
	word  atomic.Uint64
	fault string
}

func (r *brokenRange) load() (word uint64, low, high int) {
	word = r.word.Load()
	yield()
	return word, int(word >> 32), int(uint32(word))
}

func (r *brokenRange) change(fault string, word uint64, low, high int) bool {
	if r.fault == fault {
		r.word.Store(uint64(low)<<32 | uint64(high))
		return true
	}
	return r.word.CompareAndSwap(word, uint64(low)<<32|uint64(high))
}

func (r *brokenRange) Take(k int) (lo, hi int, ok bool) {
	for {
		word, low, high := r.load()
		if next := min(low+k, high); low == high {
			return 0, 0, false
		} else if r.change("take by store", word, next, high) {
			return lowest + low, lowest + next, true
		}
	}
}

func (r *brokenRange) Steal() (lo, hi int, ok bool) {
	for {
		word, low, high := r.load()
		mid := low + (high-low)/2
		if r.fault == "half rounded down" {
			mid = low + (high-low+1)/2
		}
		if mid == high || r.fault == "false for nothing" && high%3 == 0 {
			return 0, 0, false
		}
		if r.change("steal by store", word, low, mid) {
			return lowest + mid, lowest + high, true
		}
	}
}

func (r *brokenRange) Return(lo int) (from int) {
	for {
		word, low, high := r.load()
		if lo-lowest >= low {
			return lowest + low
		}
		if r.change("return by store", word, lo-lowest, high) {
			return lo
		}
	}
}

func (r *brokenRange) Fill(lo, hi int) { r.word.Store(uint64(lo-lowest)<<32 | uint64(hi-lowest)) }

func (r *brokenRange) Len() int {
	_, low, high := r.load()
	return high - low
}
