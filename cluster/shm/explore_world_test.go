//go:build explore

package shm

import (
	"encoding/binary"
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/park"
)

// world is one run: a mapping in Go memory, a kernel, and an oracle that notes what
// happens to each task. Threads are processes; process 0 lives for ever.
type world struct {
	x     *explore.X
	m     *mapping
	lives [8]*explore.Life
	locks [4][8]atomic.Uint32 // by place and incarnation: 1 + the process that holds it
	sleep [4]*park.Parker     // by place: the sleeper that waits for its word

	clock int64
	doing [8]int // by process: the task it is about to change
	tasks [16]fate
	wrong error
}

// fate is what the oracle knows of a task.
type fate struct {
	accepted bool
	recorded int
	runner   int // 1 + the process that runs it
	began    int
}

func newWorld(x *explore.X, places, slots int) *world {
	w := &world{x: x, m: &mapping{attempts: 9}}
	size := w.m.measure(places, slots, pageSize)
	memory := make([]uint64, size/8)
	w.m.words = newWords(unsafe.Slice((*byte)(unsafe.Pointer(&memory[0])), size))
	atPoint = w.note
	x.OnEnd(func() error { return w.wrong })
	return w
}

// join is a process that has a place.
func (w *world) join(process, place int) *member {
	p, err := takePlace(w.m, w.kernel(process), place, 0)
	if err != nil {
		panic(err)
	}
	return &member{w: w, place: p}
}

// gone lets an incarnation be dead, and its process with it.
func (w *world) gone(q *member) { w.locks[q.me][q.inc].Store(0) }

// note hears of each named point, in the step that came before it.
//
//go:norace
func (w *world) note(name string) {
	me := process()
	t := &w.tasks[w.doing[me]]
	switch name {
	case "submit-word":
		t.accepted = true
	case "claimed":
		if t.runner > 0 && t.runner != me+1 && !w.dead(t.runner-1) && w.m.lease == 0 {
			w.wrong = fmt.Errorf("task %d: two living processes run it", w.doing[me])
		}
		t.runner = me + 1
		t.began++
	case "done":
		t.runner = 0
		if t.recorded++; t.recorded > 1 {
			w.wrong = fmt.Errorf("task %d: recorded twice", w.doing[me])
		}
	}
}

//go:norace
func (w *world) dead(process int) bool {
	return w.lives[process] != nil && w.lives[process].Dead()
}

//go:norace
func (w *world) do(task int) { w.doing[process()] = task }

// process is the one of the running thread: they are started in order, after thread 0,
// which prepares the world. Checks are process 0 too.
//
//go:norace
func process() int { return max(explore.Current()-1, 0) }

//go:norace
func (w *world) life(process uint32) *explore.Life { return w.lives[process] }

// judge is the end: the member has done what it can, alone. Everything that was accepted
// must be recorded, once, with the right result.
func (w *world) judge() error {
	for i := range w.m.tasks() {
		t := w.tasks[i]
		v := word(w.m.word(i).Load())
		if !t.accepted || v.state() == free && t.recorded == 1 {
			continue
		}
		if v.state() != done || t.recorded != 1 {
			return fmt.Errorf("task %d is lost: state %d of place %d, incarnation %d; recorded %d times",
				i, v.state(), v.label().place(), v.label().incarnation(), t.recorded)
		}
		kind, b := (&place{mapping: w.m}).result(i, v)
		if kind != outcomeOK || len(b) != 16 || binary.LittleEndian.Uint64(b) != answer(i) || binary.LittleEndian.Uint64(b[8:]) != answer(i) {
			return fmt.Errorf("task %d has the result %v %v", i, kind, b)
		}
	}
	return w.wrong
}

func question(task int) uint64 { return 100 + uint64(task) }
func answer(task int) uint64   { return 3*question(task) + 1 }

// fakeKernel is the operating system as one process meets it.
type fakeKernel struct {
	w  *world
	me uint32
}

func (w *world) kernel(process int) fakeKernel { return fakeKernel{w, uint32(process)} }

// lock is one system call. The holder's death unlocks.
func (k fakeKernel) lock(place int, incarnation uint32) (ok bool) {
	l := &k.w.locks[place][incarnation]
	explore.Whole(func() {
		ok = l.CompareAndSwap(0, k.me+1)
		if h := l.Load(); !ok && h > 0 && k.over(h-1) {
			ok = l.CompareAndSwap(h, k.me+1)
		}
	})
	return ok
}

func (k fakeKernel) over(process uint32) bool {
	life := k.w.life(process)
	return life != nil && life.Over()
}

func (k fakeKernel) unlock(place int, incarnation uint32) {
	k.w.locks[place][incarnation].CompareAndSwap(k.me+1, 0)
}

func (k fakeKernel) alive(place int, incarnation uint32) bool {
	h := k.w.locks[place][incarnation].Load()
	return h > 0 && h != k.me+1 && !k.over(h-1)
}

// wait is FUTEX_WAIT without a timeout. The look at the word and the place in the queue
// are one step; a wake that comes between that and the sleep leaves a permit.
func (k fakeKernel) wait(word *atomic.Uint32, _ int64) bool {
	p := park.New()
	if !word.CompareAndSwap(1, 1) {
		return false
	}
	k.sleeper(word, p)
	p.Park()
	return false
}

// wakeStore0 is FUTEX_WAKE_OP.
func (k fakeKernel) wakeStore0(word *atomic.Uint32) {
	explore.Whole(func() {
		word.Swap(0)
		if p := k.sleeper(word, nil); p != nil {
			p.Unpark()
		}
	})
}

// sleeper sets the one that waits for a word, in the step that came before, and answers which did.
//
//go:norace
func (k fakeKernel) sleeper(word *atomic.Uint32, p *park.Parker) (before *park.Parker) {
	for i := range k.w.m.places {
		if k.w.m.asleep(i) == word {
			before, k.w.sleep[i] = k.w.sleep[i], p
		}
	}
	return before
}

func (k fakeKernel) now() int64 { return k.w.clock }

// member is a process with a place, without what Member has for goroutines.
type member struct {
	w    *world
	slow bool
	*place
}

// offer submits the task of slot j.
func (q *member) offer(j int) {
	i := q.me*q.slots + j
	q.w.do(i)
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], question(i))
	q.fill(i, 0, b[:], 0)
	q.push(q.submit(i))
	q.post()
}

// run tries a hint. Between the halves of the result is a step, to be killed at.
func (q *member) run(h hint) bool {
	q.w.do(h.task())
	t, ok := q.claim(h)
	if !ok {
		return false
	}
	_, b, ok := q.payload(t.i)
	if !ok || len(b) != 8 || binary.LittleEndian.Uint64(b) != question(t.i) {
		panic(fmt.Sprintf("task %d has the payload %v", t.i, b))
	}
	out, block := q.resultOf(t.i)
	binary.LittleEndian.PutUint64(out[8:], answer(t.i))
	if block == 0 {
		q.putInline(t.i, outcomeOK, out)
	}
	q.record(t, block)
	return true
}

// resultOf writes half of a result to the slot or, if there are leases, to a block of its
// own, and comes back a step later. It answers where the rest belongs.
func (q *member) resultOf(i int) (out []byte, block uint32) {
	out = make([]byte, 16)
	if q.lease > 0 {
		block = uint32(1 + i)
		off, _ := q.blockAt(q.me, block, resultHeadSize+len(out))
		putResultHead(q.bytes(off, resultHeadSize), outcomeOK, len(out))
		out = q.bytes(off+resultHeadSize, len(out))
	}
	binary.LittleEndian.PutUint64(out, answer(i))
	if block == 0 {
		q.putInline(i, outcomeOK, out[:8])
	}
	var between atomic.Uint32
	between.Load()
	return out, block
}

// cut steals as steal does, up to the swap, and no further.
func (q *member) cut(victim *member) {
	d := q.mapping.deque(victim.me)
	r, have := d.look()
	k := min(r.length(), have)
	var loot []hint
	for i := range k {
		loot = append(loot, hint(d.slot(r.top()+uint32(i)).Load()))
	}
	q.writeLoot(loot)
	d.cut(r, have, k)
}

// turn is what a worker does next: it runs what it has, or else steals. It recovers the
// dead before it steals, or, if it is slow to notice, only when there is nothing to steal.
// It reports whether there was anything to do.
func (q *member) turn() bool {
	h, ok := q.pop()
	if !ok && !q.slow && q.recoverAll() {
		return true
	}
	if !ok {
		h, ok = q.steal()
	}
	if ok {
		q.run(h)
		return true
	}
	return q.slow && q.recoverAll()
}

// together is what two goroutines of a process may do at once: each takes a hint, and
// only then both run what they have.
func (q *member) together() {
	var hs []hint
	for range 2 {
		h, ok := q.pop()
		if !ok {
			h, ok = q.steal()
		}
		if ok {
			hs = append(hs, h)
		}
	}
	for _, h := range hs {
		q.run(h)
	}
}

// finish does all there is to do, as the only one that still moves.
func (q *member) finish() error {
	for range 100 {
		if !q.turn() {
			return nil
		}
	}
	return fmt.Errorf("the survivor does not come to an end")
}
