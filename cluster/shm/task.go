package shm

import "unsafe"

// A submitted task goes through these steps, each decided by its word alone:
//
//	free → queued      submit: its arena's member stores the word, after the payload
//	queued → queued    adopt: anybody takes it over, and pushes a hint on its own deque
//	queued → claimed   claim: anybody, by a hint or without one
//	claimed → done     record: its claimer, after writing the result
//	claimed → queued   giveBack: its claimer; recovery: any process, once the claimer is dead;
//	                   the lease: anybody, once it is over
//	done → free        release: its arena's member, after the result was used
//	claimed → free     release: its arena's member, which claimed it to drop it or to use
//	                   the result at once

// task is one that this place has claimed: w is the word by which it did.
type task struct {
	i int
	w word
}

// fill writes what a task is into a free slot of the place's own arena. If block is not 0
// the payload lies there already.
func (p *place) fill(i, handler int, payload []byte, block uint32) {
	p.setHead(i, headOf(handler, len(payload), block))
	if block == 0 {
		copy(p.bytes(p.slotAt(i)+payloadIn(len(payload)), len(payload)), payload)
	}
	crashPoint("submit-payload")
}

// submit makes a filled slot a task. It is accepted from here on: it will be run though
// this process dies. The hint that it answers must be pushed next.
//
// ORDER: the payload before the word, for the claimer; the word before the hint, or
// a process that tries the hint first finds nothing and drops it.
func (p *place) submit(i int) hint {
	a := p.word(i)
	w := makeWord(word(a.Load()).gen(), 0, queued, p.lab)
	a.Store(uint64(w))
	crashPoint("submit-word")
	return hintOf(w, i)
}

// claim takes the right to run the task of a hint. Any goroutine.
//
// ORDER: the swap comes before everything that the handler does, and takes in what
// submit's store, or the swap of the process that had the task before, let out. It is right
// whatever happened to the slot since the hint was made: the task that lies there now is
// queued, and no other process gets it.
func (p *place) claim(h hint) (task, bool) {
	i := h.task()
	if i >= p.tasks() {
		return task{}, false
	}
	a := p.word(i)
	for {
		w := word(a.Load())
		if w.gen() != h.gen() || w.state() != queued {
			return task{}, false
		}
		if mine := w.claimedBy(p.lab); a.CompareAndSwap(uint64(w), uint64(mine)) {
			crashPoint("claimed")
			return task{i, mine}, true
		}
	}
}

// still reports whether t is still ours. Reads of the payload that come before it have
// read the payload of t.
//
// ORDER: a swap, not a load: plain reads may not pass it downwards.
func (p *place) still(t task) bool {
	return p.word(t.i).CompareAndSwap(uint64(t.w), uint64(t.w))
}

// putInline writes a result of at most inlineOut bytes into the slot of a claimed task.
// The payload stays as it is: if we die here the task is run again.
func (p *place) putInline(i int, kind outcomeKind, result []byte) {
	at := p.slotAt(i)
	putResultHead(p.bytes(at+sResult, resultHeadSize), kind, len(result))
	copy(p.bytes(at+resultIn(p.inSlot(i), len(result)), len(result)), result)
}

// inSlot is how many bytes of the payload of task i lie in its slot.
func (p *place) inSlot(i int) int {
	if h := p.head(i); h.block() == 0 {
		return h.length()
	}
	return 0
}

// record makes the result that lies in a block of this place, or in the slot if that is 0,
// the task's one result, and tells its submitter. False: the lease was over, and the task
// is another's. Any goroutine.
//
// ORDER: the result before the word. Only the claimer gets here, with the word of its
// own claim, so there is one result for ever.
func (p *place) record(t task, block uint32) bool {
	crashPoint("ran")
	if !p.word(t.i).CompareAndSwap(uint64(t.w), uint64(t.w.doneIn(p.me, block))) {
		return false
	}
	crashPoint("done")
	p.wakeHome(t.i)
	crashPoint("announced")
	return true
}

// wakeHome wakes the submitter of a task, if it sleeps.
//
// ORDER: after the record. The submitter sets its sleep word before it looks at the words
// that it waits for. Killed before this, we are recovered, and recovery wakes all.
func (p *place) wakeHome(i int) {
	if w := p.asleep(p.homeOf(i)); w.Load() == 1 {
		p.k.wakeStore0(w)
	}
}

// giveBack ends a claim without a result: as if it had not been. Nobody holds a hint
// then, so the submitter's look or an idle place's adoption finds the task.
//
// ORDER: a CAS from our own claim, so the task is given back once; a claim that comes later reads
// this word. The attempt is not counted, so that this can go on for ever.
func (p *place) giveBack(t task) {
	back := makeWord(t.w.gen(), max(t.w.attempts()-1, 0), queued, p.lab)
	if p.word(t.i).CompareAndSwap(uint64(t.w), uint64(back)) {
		crashPoint("gave-back")
		p.wakeHome(t.i)
	}
}

// adopt makes a queued task ours: anybody may at any time, if a hint on its own deque
// follows. It reports whether it is ours now, or was already.
//
// ORDER: the label before the hint; killed between the two, the scan of recovery finds us
// in the word.
func (p *place) adopt(h hint) bool {
	if h.task() >= p.tasks() {
		return false
	}
	a := p.word(h.task())
	for {
		w := word(a.Load())
		if w.gen() != h.gen() || w.state() != queued {
			return false
		}
		if w.label() == p.lab || a.CompareAndSwap(uint64(w), uint64(w.queuedFor(p.lab))) {
			return true
		}
	}
}

// release frees a slot of the place's own arena from the word w, done or claimed by us.
// False: it was claimed and its lease is over.
//
// ORDER: after the result was used: killed before, the successor finds it still.
func (p *place) release(i int, w word) bool {
	crashPoint("used")
	ok := p.word(i).CompareAndSwap(uint64(w), uint64(w.freed()))
	crashPoint("freed")
	return ok
}

// payload is the payload of a claimed task, in the mapping. False: the head makes no
// sense, which only a broken peer can bring about.
func (p *place) payload(i int) (handler int, b []byte, ok bool) {
	h := p.head(i)
	n := h.length()
	if h.block() == 0 {
		if n > inline {
			return 0, nil, false
		}
		return h.handler(), p.bytes(p.slotAt(i)+payloadIn(n), n), true
	}
	off, ok := p.blockAt(p.homeOf(i), h.block(), n)
	if !ok {
		return 0, nil, false
	}
	return h.handler(), p.bytes(off, n), true
}

// result is the result of a task that is done, in the mapping.
func (p *place) result(i int, w word) (kind outcomeKind, b []byte) {
	block := w.label().block()
	if block == 0 {
		at := p.slotAt(i)
		kind, n := resultHead(p.bytes(at+sResult, resultHeadSize))
		n = min(n, inlineOut)
		return kind, p.bytes(at+resultIn(p.inSlot(i), n), n)
	}
	off, ok := p.blockAt(w.label().place(), block, resultHeadSize)
	if !ok {
		return outcomeBroken, nil
	}
	kind, n := resultHead(p.bytes(off, resultHeadSize))
	if off, ok = p.blockAt(w.label().place(), block, resultHeadSize+n); !ok {
		return outcomeBroken, nil
	}
	return kind, p.bytes(off+resultHeadSize, n)
}

// sameSlice reports whether a and b begin at the same byte.
func sameSlice(a, b []byte) bool { return unsafe.SliceData(a) == unsafe.SliceData(b) }
