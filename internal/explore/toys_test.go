package explore_test

import (
	"errors"
	"fmt"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/atomic"
	"github.com/skua-go/skua/internal/explore/park"
)

// The toys: small protocols, right and with planted faults.

// tiny is a Chase–Lev deque of two slots. fault plants a mistake.
type tiny struct {
	top, bottom atomic.Int64
	slots       [2]atomic.Int64
	fault       string
}

func (d *tiny) push(v int64) bool {
	b := d.bottom.Load()
	if b-d.top.Load() >= 2 {
		return false
	}
	d.slots[b&1].Store(v)
	d.bottom.Store(b + 1)
	return true
}

func (d *tiny) pop() int64 {
	b := d.bottom.Load() - 1
	var t int64
	if d.fault == "order" {
		t = d.top.Load()
		d.bottom.Store(b)
	} else {
		d.bottom.Store(b)
		t = d.top.Load()
	}
	if t > b {
		d.bottom.Store(b + 1)
		return 0
	}
	v := d.slots[b&1].Load()
	if t < b {
		return v
	}
	if d.fault != "last" && !d.top.CompareAndSwap(t, t+1) {
		v = 0
	}
	d.bottom.Store(b + 1)
	return v
}

func (d *tiny) steal() int64 {
	t := d.top.Load()
	if t >= d.bottom.Load() {
		return 0
	}
	v := d.slots[t&1].Load()
	if !d.top.CompareAndSwap(t, t+1) {
		return 0
	}
	if d.fault == "late" {
		v = d.slots[t&1].Load()
	}
	return v
}

// deque runs the owner's script, P and p for push and pop, against thieves of
// so many steals each, and checks that each value is taken at most once, and
// exactly once with what is left.
func deque(fault, script string, thieves, steals int) func(*explore.X) {
	return func(x *explore.X) {
		d := &tiny{fault: fault}
		d.top.Store(1)
		d.bottom.Store(1)
		got := make([][]int64, thieves+1)
		for i := range thieves {
			x.Go(func() {
				for range steals {
					got[i] = append(got[i], d.steal())
				}
			})
		}
		next := int64(0)
		for _, c := range script {
			if c == 'P' {
				if d.push(next + 1) {
					next++
				}
			} else {
				got[thieves] = append(got[thieves], d.pop())
			}
		}
		x.OnEnd(func() error {
			times := map[int64]int{}
			for i := d.top.Load(); i < d.bottom.Load(); i++ {
				times[d.slots[i&1].Load()]++
			}
			for _, g := range got {
				for _, v := range g {
					times[v]++
				}
			}
			delete(times, 0)
			for v, n := range times {
				if n > 1 {
					return fmt.Errorf("%d taken %d times", v, n)
				}
			}
			if int64(len(times)) != next {
				return fmt.Errorf("%d taken, of %d", len(times), next)
			}
			return nil
		})
	}
}

// wake is a sleeper and a waker. The faults are the classical two.
func wake(fault string, tasks int) func(*explore.X) {
	return func(x *explore.X) {
		var work, asleep atomic.Int32
		p := park.New()
		done := 0
		x.Go(func() {
			for done < tasks {
				if take(&work) {
					done++
					continue
				}
				if fault == "early" && take(&work) {
					done++
					continue
				}
				asleep.Store(1)
				if fault == "" && take(&work) {
					done++
					if !asleep.CompareAndSwap(1, 0) {
						p.Park()
					}
					continue
				}
				p.Park()
			}
		})
		for range tasks {
			work.Add(1)
			if asleep.CompareAndSwap(1, 0) {
				p.Unpark()
			}
		}
		x.OnEnd(func() error {
			if done != tasks || work.Load() != 0 {
				return fmt.Errorf("%d of %d done", done, tasks)
			}
			return nil
		})
	}
}

func take(work *atomic.Int32) bool {
	n := work.Load()
	return n > 0 && work.CompareAndSwap(n, n-1)
}

// peterson is mutual exclusion by spinning.
func peterson(fault string) func(*explore.X) {
	return func(x *explore.X) {
		var want [2]atomic.Bool
		var turn, inside atomic.Int32
		enter := func(me int) {
			if fault == "late" {
				turn.Store(int32(1 - me))
				want[me].Store(true)
			} else {
				want[me].Store(true)
				turn.Store(int32(1 - me))
			}
			for want[1-me].Load() && (turn.Load() == int32(1-me) || fault == "stuck") {
				park.Yield()
			}
			if inside.Add(1) != 1 {
				panic("two inside")
			}
			inside.Add(-1)
			if fault != "keep" {
				want[me].Store(false)
			}
		}
		x.Go(func() { enter(1) })
		enter(0)
	}
}

// locks takes two mutexes; in different orders if told so.
func locks(fault bool, threads int) func(*explore.X) {
	return func(x *explore.X) {
		var a, b park.Mutex
		n := 0
		for i := range threads {
			x.Go(func() {
				first, second := &a, &b
				if fault && i == 0 {
					first, second = &b, &a
				}
				first.Lock()
				second.Lock()
				n++
				second.Unlock()
				first.Unlock()
			})
		}
		x.OnEnd(func() error {
			if n != threads {
				return errors.New("lost an update")
			}
			return nil
		})
	}
}

// twice gives one permit two times; the first may not be taken yet.
func twice(x *explore.X) {
	p, began := park.New(), park.New()
	x.Go(func() {
		began.Unpark()
		p.Park()
		p.Park()
	})
	p.Unpark()
	began.Park()
	p.Unpark()
}

// holder leaves one thread parked inside a lock that the other waits for.
func holder(x *explore.X) {
	var m park.Mutex
	for range 2 {
		x.Daemon(func() {
			m.Lock()
			park.New().Park()
		})
	}
	x.Quiescent(func() error { return nil })
}

// mixed has reads, writes, failing swaps, a lock and a permit among three
// threads, one of which starts another.
func mixed(x *explore.X) {
	var a, b atomic.Int32
	var m park.Mutex
	p := park.New()
	x.Go(func() {
		a.Store(1)
		if b.CompareAndSwap(0, 1) {
			p.Unpark()
		} else {
			a.Load()
			p.Unpark()
		}
	})
	x.Go(func() {
		m.Lock()
		a.Load()
		m.Unlock()
		park.Go(func() { b.CompareAndSwap(1, 2) })
		p.Park()
	})
	m.Lock()
	b.Load()
	m.Unlock()
}

// readers is one writer of two words and readers of both.
func readers(n int) func(*explore.X) {
	return func(x *explore.X) {
		var a, b atomic.Int32
		for range n {
			x.Go(func() { a.Load(); b.Load() })
		}
		b.Store(1)
		a.Store(1)
	}
}

// indexer is the classical example of many independent and a few dependent
// operations.
func indexer(n int) func(*explore.X) {
	return func(x *explore.X) {
		var table [4]atomic.Int32
		for i := range n {
			x.Go(func() {
				h := i * 2 % 4
				for !table[h].CompareAndSwap(0, int32(i+1)) {
					h = (h + 1) % 4
				}
			})
		}
	}
}

// lockstep lets lock orders decide which words are written.
func lockstep(n int) func(*explore.X) {
	return func(x *explore.X) {
		var m park.Mutex
		var a atomic.Int32
		for i := range n {
			x.Go(func() {
				if i == 0 {
					a.Store(7)
				}
				m.Lock()
				v := a.Load()
				m.Unlock()
				if v == 0 {
					a.Add(1)
				}
			})
		}
	}
}
