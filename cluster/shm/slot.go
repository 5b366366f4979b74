package shm

// acquire takes a free slot of our arena and, if the payload needs one, a block.
func (m *Member) acquire(n int) (i int, block uint32, ok bool) {
	if m.strayed.Load() > 0 {
		m.reap()
	}
	if n > inline {
		if block, ok = m.acquireBlock(n); !ok {
			return 0, 0, false
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.spare) == 0 {
		if block != 0 {
			m.blobs.free(block)
		}
		return 0, 0, false
	}
	i = m.spare[len(m.spare)-1]
	m.spare = m.spare[:len(m.spare)-1]
	return i, block, true
}

// acquireBlock takes a block for a payload.
func (m *Member) acquireBlock(n int) (block uint32, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.p.alloc(m.blobs, n)
}

func (m *Member) freeBlock(block uint32) {
	m.mu.Lock()
	m.blobs.free(block)
	m.mu.Unlock()
}

// putBack gives the slot of task i, which is free again, and the block of its payload to
// the next.
func (m *Member) putBack(i int, block uint32) {
	m.mu.Lock()
	m.spare = append(m.spare, i)
	if block != 0 {
		m.blobs.free(block)
	}
	m.mu.Unlock()
}

// fillSlot writes a task into a slot and the block of its payload.
func (m *Member) fillSlot(i, id int, payload []byte, block uint32) {
	if block != 0 {
		off, _ := m.p.blockAt(m.p.me, block, len(payload))
		copy(m.p.bytes(off, len(payload)), payload)
	}
	m.p.fill(i, id, payload, block)
}

// offer pushes hints of submitted tasks, and wakes a place for them.
func (m *Member) offer(hs ...hint) {
	m.mu.Lock()
	m.p.push(hs...)
	wake := m.p.worthWake()
	m.mu.Unlock()
	crashPoint("submit-push")
	if wake {
		m.p.post()
	}
}

// stray leaves task i of our arena to reap. The caller holds mu.
//
// ORDER: none: strayed is what the list's length was a moment ago, for a reader without mu.
func (m *Member) stray(i int, orphan bool) {
	m.strays = append(m.strays, stray{i, orphan})
	m.strayed.Store(int32(len(m.strays)))
}

// abandon ends the wait for task i. If it still waits it is dropped; if it runs, reap
// frees it later.
func (m *Member) abandon(i int) {
	a, block := m.p.word(i), m.p.head(i).block()
	for {
		w := word(a.Load())
		if w.state() == claimed {
			m.mu.Lock()
			m.stray(i, false)
			m.mu.Unlock()
			return
		}
		if w.state() == queued {
			t, ok := m.p.claim(hintOf(w, i))
			if !ok {
				continue
			}
			w = t.w
		}
		if m.p.release(i, w) {
			m.putBack(i, block)
			return
		}
	}
}

// reap frees the strays that are done, and gives the orphans among them to Config.Orphan.
//
// ORDER: none: strayed is what the list's length was a moment ago, for a reader without mu. A stray
// that is taken off the list is this goroutine's alone.
func (m *Member) reap() {
	var finished []stray
	m.mu.Lock()
	kept := m.strays[:0]
	for _, s := range m.strays {
		if word(m.p.word(s.task).Load()).state() == done {
			finished = append(finished, s)
		} else {
			kept = append(kept, s)
		}
	}
	m.strays = kept
	m.strayed.Store(int32(len(kept)))
	m.mu.Unlock()
	for _, s := range finished {
		w := word(m.p.word(s.task).Load())
		head := m.p.head(s.task)
		if s.orphan && m.orphan != nil {
			m.handOver(s.task, w)
		}
		m.p.release(s.task, w)
		m.putBack(s.task, head.block())
		if s.orphan {
			m.mu.Lock()
			m.orphans--
			m.mu.Unlock()
		}
	}
}

// handOver gives an orphan that is done to Config.Orphan.
func (m *Member) handOver(i int, w word) {
	id, payload, ok := m.p.payload(i)
	if !ok || id >= len(m.names) {
		m.orphan("", nil, nil, failure(outcomeBroken, "an orphan", nil))
		return
	}
	kind, result := m.p.result(i, w)
	if kind != outcomeOK {
		m.orphan(m.names[id], payload, nil, failure(kind, m.names[id], result))
		return
	}
	m.orphan(m.names[id], payload, result, nil)
}

// strayDone reports whether reap has something to do. The caller holds mu.
func (m *Member) strayDone() bool {
	for _, s := range m.strays {
		if word(m.p.word(s.task).Load()).state() == done {
			return true
		}
	}
	return false
}

// acquireLot takes some free slots of our arena, without blocks.
func (m *Member) acquireLot(into []int) []int {
	if m.strayed.Load() > 0 {
		m.reap()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	n := min(slotLot, len(m.spare))
	into = append(into, m.spare[len(m.spare)-n:]...)
	m.spare = m.spare[:len(m.spare)-n]
	return into
}

// queued is how many hints are on our deque, about.
func (m *Member) queued() int {
	r := stealRange(m.p.d.sr.Load())
	return int(distance(m.p.d.bot.Load(), r.top()))
}
