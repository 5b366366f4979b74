package shm

// advance works until the next result is there, and yields it. False: the loop is over.
func (f *flow) advance() bool {
	f.offer()
	slot := int(*f.at(f.head))
	if slot < 0 {
		e := f.others[f.head]
		delete(f.others, f.head)
		f.head++
		return f.yield(e.result, e.err)
	}
	for {
		if w := word(f.m.p.word(slot).Load()); w.state() == done {
			return f.give(slot, w)
		}
		if err := f.over(); err != nil {
			f.yield(nil, err)
			return false
		}
		before := f.head
		if goOn, ok := f.step(); ok {
			if f.head != before || !goOn {
				return goOn
			}
			continue
		}
		if goOn, ok := f.runAhead(); ok {
			if f.head != before || !goOn {
				return goOn
			}
			continue
		}
		f.w.slot = slot
		f.m.idle(f.ctx, f.s, f.w)
	}
}

// over says why the loop has to end.
func (f *flow) over() error {
	if f.m.closed.Load() {
		return ErrClosed
	}
	return f.ctx.Err()
}

// step runs a task, of whomever. If that is the one whose result is next it is yielded at
// once, and never recorded: killed before the slot is free, it is run again. ok: there was
// a task; goOn: the loop goes on.
func (f *flow) step() (goOn, ok bool) {
	h, ok := f.m.next(f.s)
	if !ok {
		return true, false
	}
	if f.head == f.tail || int(*f.at(f.head)) != h.task() {
		f.m.try(f.s, h)
		return true, true
	}
	t, ok := f.m.p.claim(h)
	if !ok {
		return true, true
	}
	return f.use(t), true
}

// use runs the task whose result is next, which is claimed, and yields that.
func (f *flow) use(t task) (goOn bool) {
	kind, b, ok := f.m.perform(f.s, t)
	if !ok {
		return true
	}
	kind, b = f.m.p.fit(kind, b)
	if f.m.p.lease > 0 && !f.m.p.still(t) {
		return true // the lease was over: the process that has the task now counts
	}
	f.using = t.w
	goOn = f.hand(kind, b)
	f.using = 0
	f.free(t.i, t.w)
	return goOn
}

// give yields the result of the task in slot i, which is done, and frees the slot after.
func (f *flow) give(i int, w word) bool {
	f.m.order(i)
	kind, b := f.m.p.result(i, w)
	goOn := f.hand(kind, b)
	f.free(i, w)
	return goOn
}

// hand yields an outcome.
func (f *flow) hand(kind outcomeKind, b []byte) (goOn bool) {
	if kind == outcomeOK {
		return f.yield(f.keep(b), nil)
	}
	return f.yield(nil, failure(kind, f.m.names[f.id], b))
}

// free frees the slot of the task whose result was yielded. If that was claimed, and its
// lease is over by now, another process runs it for nothing.
func (f *flow) free(i int, w word) {
	f.head++
	block := f.m.p.head(i).block()
	if !f.m.p.release(i, w) {
		f.m.abandon(i)
		return
	}
	f.slots = append(f.slots, i)
	if block != 0 {
		f.m.freeBlock(block)
	}
}

// keep copies a result into memory that is the caller's.
func (f *flow) keep(b []byte) []byte {
	if len(b) > chunk/8 {
		return append([]byte(nil), b...)
	}
	if len(b) > cap(f.chunk)-len(f.chunk) {
		f.chunk = make([]byte, 0, chunk)
	}
	n := len(f.chunk)
	f.chunk = append(f.chunk, b...)
	return f.chunk[n:len(f.chunk):len(f.chunk)]
}

// runAhead runs a task of the flow's own that is queued, though no hint of it is to be
// found: another process is about to run it, or is stopped while it holds it. ok: there was one;
// goOn: the loop goes on.
func (f *flow) runAhead() (goOn, ok bool) {
	for i := f.head; i != f.tail && i-f.head < scanAhead; i++ {
		slot := int(*f.at(i))
		if slot < 0 {
			continue
		}
		w := word(f.m.p.word(slot).Load())
		if w.state() != queued {
			continue
		}
		if f.m.starved.Load() == 0 {
			return true, f.m.try(f.s, hintOf(w, slot))
		}
		if i != f.head {
			return true, false
		}
		// No room for a result here. The next one is used at once, and needs none.
		t, ok := f.m.p.claim(hintOf(w, slot))
		return !ok || f.use(t), true
	}
	return true, false
}
