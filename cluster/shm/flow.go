package shm

import (
	"context"
	"time"
)

const (
	maxLot    = 32                   // tasks that are offered at once; arbitrary
	slotLot   = 64                   // slots that a flow takes at once; arbitrary
	fast      = 2 * time.Microsecond // a payload that takes longer to come is offered at once
	scanAhead = 64                   // of the next results, tasks that a waiting flow tries itself
	chunk     = 8 << 10              // results are copied into pieces of memory of this size
	helpFrom  = 16                   // a slow flow runs tasks itself if that many wait,
	depth     = 256                  // and a fast one if that many do: a cut is of up to 64
)

// flow is one Map: a ring of tasks from the oldest whose result was not yielded.
type flow struct {
	ctx   context.Context
	m     *Member
	id    int
	yield func([]byte, error) bool
	s     *scratch
	w     *waiter

	ring       []int32 // slots; -1: the outcome is in others, below
	others     map[uint]outcome
	head, tail uint
	slots      []int  // free slots taken in advance
	lot        []hint // submitted, not yet offered
	lotSize    int    // how many are offered at once
	using      word   // the claim of the next result, while that is yielded unrecorded
	back       int64  // when the payloads' side got control
	chunk      []byte // memory for results
}

// outcome is what became of a payload that has no slot.
type outcome struct {
	result []byte
	err    error
}

func newFlow(ctx context.Context, m *Member, id int, yield func([]byte, error) bool) *flow {
	return &flow{ctx: ctx, m: m, id: id, yield: yield, s: m.getScratch(), w: newWaiter(-1, true),
		ring: make([]int32, m.p.slots/2), others: map[uint]outcome{}, lot: make([]hint, 0, maxLot), lotSize: 1}
}

// at is the slot of the i-th payload, or -1.
func (f *flow) at(i uint) *int32 { return &f.ring[i&uint(len(f.ring)-1)] }

// end leaves what was not yielded to reap.
func (f *flow) end() {
	f.offer()
	if f.using != 0 { // the loop's body has panicked
		f.free(int(*f.at(f.head)), f.using)
	}
	for ; f.head != f.tail; f.head++ {
		if slot := *f.at(f.head); slot >= 0 {
			f.m.abandon(int(slot))
		}
	}
	for _, i := range f.slots {
		f.m.putBack(i, 0)
	}
	f.m.putScratch(f.s)
}

// put adds a task. While there is no room it works, and yields what is done. False: the
// loop is over.
func (f *flow) put(payload []byte) bool {
	if err := f.m.admitSize(payload); err != nil {
		return f.room() && f.appendOutcome(nil, err)
	}
	for {
		if !f.room() {
			return false
		}
		i, block, ok := f.acquire(len(payload))
		if ok {
			f.m.fillSlot(i, f.id, payload, block)
			f.m.order(i)
			f.lot = append(f.lot, f.m.p.submit(i))
			return f.append(i) && f.flush()
		}
		if f.head == f.tail { // other loops and calls of this process have all the slots
			result, err := f.m.local(f.ctx, f.id, payload)
			return f.appendOutcome(result, err)
		}
		if !f.advance() {
			return false
		}
	}
}

// room makes room in the ring.
func (f *flow) room() bool {
	for f.tail-f.head == uint(len(f.ring)) {
		if !f.advance() {
			return false
		}
	}
	return true
}

func (f *flow) append(slot int) bool {
	*f.at(f.tail) = int32(slot)
	f.tail++
	return true
}

func (f *flow) appendOutcome(result []byte, err error) bool {
	f.others[f.tail] = outcome{result, err}
	return f.append(-1)
}

// acquire takes a slot, of those taken in advance, and a block if the payload needs one.
func (f *flow) acquire(n int) (i int, block uint32, ok bool) {
	if len(f.slots) == 0 {
		f.slots = f.m.acquireLot(f.slots)
	}
	if len(f.slots) == 0 {
		return 0, 0, false
	}
	if n > inline {
		if block, ok = f.m.acquireBlock(n); !ok {
			return 0, 0, false
		}
	}
	i = f.slots[len(f.slots)-1]
	f.slots = f.slots[:len(f.slots)-1]
	return i, block, true
}

// flush offers the lot when it is large enough, and yields what is done meanwhile. The
// lot grows while payloads come fast.
func (f *flow) flush() bool {
	if len(f.lot) < f.lotSize {
		return true
	}
	now := f.m.p.k.now()
	slow := now-f.back > int64(fast)*int64(f.lotSize)
	if f.lotSize = min(2*f.lotSize, maxLot); slow {
		f.lotSize = 1
		f.m.mu.Lock()
		f.m.p.brief = false
		f.m.mu.Unlock()
	}
	f.offer()
	for f.head != f.tail && f.headDone() {
		if !f.advance() {
			return false
		}
	}
	if q := f.m.queued(); q >= depth || slow && q >= helpFrom {
		for range f.lotSize {
			if out, ok := f.step(); !ok {
				break
			} else if !out {
				return false
			}
		}
	}
	f.back = now
	if slow {
		f.back = f.m.p.k.now()
	}
	return true
}

func (f *flow) offer() {
	if len(f.lot) > 0 {
		f.m.offer(f.lot...)
		f.lot = f.lot[:0]
	}
}

// headDone reports whether the next result is there.
func (f *flow) headDone() bool {
	slot := int(*f.at(f.head))
	return slot < 0 || word(f.m.p.word(slot).Load()).state() == done
}
