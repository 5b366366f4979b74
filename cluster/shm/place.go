package shm

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
)

// kernel is what the protocol asks of the operating system. The explorer brings its own.
type kernel interface {
	// lock takes the lock of an incarnation, which is held until the process is dead or
	// unlock is called, and by no process ever again.
	lock(place int, incarnation uint32) bool
	unlock(place int, incarnation uint32)
	// alive reports whether another process holds that lock.
	alive(place int, incarnation uint32) bool
	// wait sleeps while w is 1, for at most ns, and reports whether the time was up.
	wait(w *atomic.Uint32, ns int64) (timeout bool)
	// wakeStore0 stores 0 and wakes the waiters, as one step that no kill can split.
	wakeStore0(w *atomic.Uint32)
	// now is a monotonic clock in nanoseconds.
	now() int64
}

// place is one incarnation of a member: its end of the protocol. The methods that change
// its deque, its loot list or its Go fields are for one goroutine at a time (Member.mu);
// claim, record, giveBack and wakeHome are for any.
type place struct {
	*mapping
	k      kernel
	me     int
	inc    uint32
	lab    label
	d      deque
	over   []hint // what the deque had no room for
	pushes int    // since the last purge
	brief  bool   // tasks are so short that a few are not worth a wake
	rng    uint64
	seen   []sighting // for leases: by task
	count  counts
}

// counts is what a place did. Guarded as the place is.
type counts struct {
	stolen, steals, recovered, adopted, overdue uint64
}

var (
	errTaken   = errors.New("taken")
	errWornOut = errors.New("worn out")
)

// registry is the word of a place: the incarnation that has it, or had it last, and the
// last one of which everything was recovered.
type registry uint64

func (r registry) current() uint32   { return uint32(r & incMask) }
func (r registry) recovered() uint32 { return uint32(r >> 20 & incMask) }

func makeRegistry(current, recovered uint32) registry {
	return registry(current) | registry(recovered)<<20
}

func (m *mapping) registry(p int) *atomic.Uint64 { return m.u64(m.placeAt(p, pReg)) }
func (m *mapping) word(task int) *atomic.Uint64  { return m.u64(m.slotAt(task) + sWord) }
func (m *mapping) asleep(p int) *atomic.Uint32   { return m.u32(m.placeAt(p, pSleep)) }
func (m *mapping) idle() *atomic.Uint64          { return m.u64(hIdle) }

// takePlace becomes the next incarnation of place p, or answers errTaken or errWornOut.
// It waits for no other process.
func takePlace(m *mapping, k kernel, p int, pid uint32) (*place, error) {
	inc, err := m.register(k, p)
	if err != nil {
		return nil, err
	}
	crashPoint("join-registered")
	pl := &place{mapping: m, k: k, me: p, inc: inc, lab: labelOf(p, inc), d: m.deque(p), rng: uint64(p)*2 + 1}
	if m.lease > 0 {
		pl.seen = make([]sighting, m.tasks())
	}
	// ORDER: after the registration, which makes these words this incarnation's.
	m.u32(m.placeAt(p, pPid)).Store(pid)
	m.asleep(p).Store(0)
	pl.wantWork(false)
	pl.d.reset()
	crashPoint("join-reset")
	// ORDER: what the last incarnation left is recovered before its loot list is used
	// again. Other processes may do the same meanwhile; it waits for none of them.
	pl.recoverAll()
	return pl, nil
}

// register makes the next incarnation of place p ours, and answers it.
func (m *mapping) register(k kernel, p int) (inc uint32, err error) {
	if current := registry(m.registry(p).Load()).current(); current != 0 && k.alive(p, current) {
		return 0, errTaken
	}
	// ORDER: the lock of all that join here before the look at the registry. Without it a
	// joiner might come late, and lock an incarnation that another has been, and has died
	// as: stopped there, it would let the dead one look alive. A process that finds this lock
	// taken goes elsewhere; it falls with its holder.
	if !k.lock(p, joining) {
		return 0, errTaken
	}
	defer k.unlock(p, joining)
	r := registry(m.registry(p).Load())
	inc = r.current() + 1
	switch {
	case r.current() != 0 && k.alive(p, r.current()):
		return 0, errTaken
	case inc > incMask:
		return 0, errWornOut
	}
	// ORDER: the lock before the registry names us, or we look dead to a reader of it. One
	// byte for each incarnation: dead is for ever, and no lock is in another's way.
	if !k.lock(p, inc) {
		return 0, errTaken
	}
	crashPoint("join-lock")
	// ORDER: no other process changes the current incarnation, but recovery marks go on.
	for !m.registry(p).CompareAndSwap(uint64(r), uint64(makeRegistry(inc, r.recovered()))) {
		r = registry(m.registry(p).Load())
	}
	return inc, nil
}

// joining is the incarnation that never is: a process that joins at a place has its lock.
const joining = 0

// takeAnyPlace takes place want-1, or if want is 0 the first that is free.
func takeAnyPlace(m *mapping, k kernel, want int, pid uint32) (*place, error) {
	if want > m.places {
		return nil, fmt.Errorf("cluster: shm: there is no place %d; the file has %d", want, m.places)
	}
	if want > 0 {
		pl, err := takePlace(m, k, want-1, pid)
		if err != nil {
			return nil, fmt.Errorf("cluster: shm: place %d of %d is %w", want, m.places, err)
		}
		return pl, nil
	}
	worn := 0
	for p := range m.places {
		pl, err := takePlace(m, k, p, pid)
		switch err {
		case nil:
			return pl, nil
		case errWornOut:
			worn++
		}
	}
	return nil, fmt.Errorf("cluster: shm: all %d places are taken (%d of them worn out by 2^20 joins: make a new file)", m.places, worn)
}

// push puts hints of tasks that are queued on the deque. What does not fit stays in Go
// memory: the words say whose they are, so a kill does not lose them, and adoption finds
// them if this process is stopped.
func (p *place) push(hs ...hint) {
	p.pushes += len(hs)
	k := p.d.push(hs...)
	if k < len(hs) && p.pushes > p.capacity/2 {
		p.pushes = 0
		p.purge()
		k += p.d.push(hs[k:]...)
	}
	p.over = append(p.over, hs[k:]...)
}

// purge drops the hints of tasks that do not wait here any more: those that their
// submitters ran without a hint, or that other processes have adopted, with hints of their own.
// Without it a process that only calls Do, and runs all itself, would collect them.
func (p *place) purge() {
	kept := p.over[:0]
	for _, h := range p.over {
		if p.waitsHere(h) {
			kept = append(kept, h)
		}
	}
	for {
		h, ok := p.d.pop()
		if !ok {
			break
		}
		if p.waitsHere(h) {
			kept = append(kept, h)
		}
	}
	slices.Reverse(kept)
	p.over = append([]hint(nil), kept[p.d.push(kept...):]...)
}

func (p *place) waitsHere(h hint) bool {
	if h.task() >= p.tasks() {
		return false
	}
	w := word(p.word(h.task()).Load())
	return w.gen() == h.gen() && w.state() == queued && w.label() == p.lab
}

// pop takes a hint of the place's own.
func (p *place) pop() (hint, bool) {
	h, ok := p.d.pop()
	if !ok && len(p.over) > 0 {
		h, ok = p.over[len(p.over)-1], true
		p.over = p.over[:len(p.over)-1]
	}
	if ok {
		crashPoint("popped")
	}
	return h, ok
}

// anything reports whether some deque holds a hint. Safe for any goroutine.
func (m *mapping) anything() bool {
	for p := range m.places {
		r := stealRange(m.u64(m.placeAt(p, pSR)).Load())
		if distance(m.u32(m.placeAt(p, pBot)).Load(), r.top()) > 0 {
			return true
		}
	}
	return false
}

// popLot takes hints of the place's own: several of the oldest, if into has room for
// several and many wait; else the youngest. Their words name this place still, so nothing
// is lost if it is killed with the lot in hand.
func (p *place) popLot(into []hint) int {
	if len(into) > 1 {
		if n := p.d.takeOldest(into); n > 0 {
			crashPoint("popped")
			return n
		}
	}
	h, ok := p.pop()
	if !ok {
		return 0
	}
	into[0] = h
	return 1
}
