package shm

import (
	"context"
	"fmt"
)

// Do has a task run by some member, and returns its result, which is the caller's. It
// blocks until then. If no idle member takes the task, the caller runs it itself, and no
// other task. The error is a *TaskError if the task failed; ErrTooLarge for a payload over
// the limit; ErrClosed; or ctx's: then a task that has not begun is dropped, and one
// that runs goes on, with its result lost.
func (m *Member) Do(ctx context.Context, handler string, payload []byte) ([]byte, error) {
	id, err := m.admit(handler, payload)
	if err != nil {
		return nil, err
	}
	if err := m.enter(); err != nil {
		return nil, err
	}
	defer m.leave()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	i, block, ok := m.acquire(len(payload))
	if !ok {
		return m.local(ctx, id, payload)
	}
	m.fillSlot(i, id, payload, block)
	m.order(i)
	m.offer(m.p.submit(i))
	settled := false
	defer func() {
		if !settled { // the handler ended this goroutine
			m.abandon(i)
		}
	}()
	result, err := m.await(ctx, i, id)
	settled = true
	return result, err
}

// admit answers the number of a handler, if it may get the payload.
func (m *Member) admit(handler string, payload []byte) (int, error) {
	id, ok := m.ids[handler]
	if !ok {
		return 0, fmt.Errorf("cluster: shm: no handler %q; there are %q", handler, m.names)
	}
	return id, m.admitSize(payload)
}

func (m *Member) admitSize(payload []byte) error {
	if len(payload) > m.p.limit {
		return fmt.Errorf("%w: a payload of %d bytes; want at most %d", ErrTooLarge, len(payload), m.p.limit)
	}
	return nil
}

// wakeSpins are loads, some 20 µs of them; a wake takes 13 µs or more.
const wakeSpins = 20_000

// await waits for task i, or runs it.
func (m *Member) await(ctx context.Context, i, id int) ([]byte, error) {
	var w *waiter
	spun := m.p.idle().Load() == 0 // no place wants it
	for {
		now := word(m.p.word(i).Load())
		switch {
		case now.state() == done:
			m.order(i)
			return m.fetch(i, id, now)
		case m.closed.Load():
			m.abandon(i)
			return nil, ErrClosed
		case ctx.Err() != nil:
			m.abandon(i)
			return nil, ctx.Err()
		}
		if !spun {
			// Somebody is idle: leave it the task for as long as it takes to wake up.
			for n := 0; n < wakeSpins && word(m.p.word(i).Load()) == now; n++ {
			}
			spun = true
			continue
		}
		if now.state() == queued {
			if result, err, ok := m.runOwn(i, id, now); ok {
				return result, err
			}
			continue
		}
		if w == nil {
			w = newWaiter(i, false)
		}
		if m.strayed.Load() > 0 {
			m.reap()
		}
		m.wait(ctx, w)
		if m.deaths.Load() {
			m.recover()
		}
	}
}

// recover recovers the dead, unless another process has.
//
// ORDER: the flag is cleared before the look, so a death that comes later sets it again.
func (m *Member) recover() {
	m.mu.Lock()
	if m.deaths.Load() {
		m.deaths.Store(false)
		m.p.recoverAll()
	}
	m.mu.Unlock()
}

// fetch takes the result of task i, which is done, and frees its slot.
func (m *Member) fetch(i, id int, w word) ([]byte, error) {
	var err error
	kind, b := m.p.result(i, w)
	result := append([]byte{}, b...)
	if kind != outcomeOK {
		result, err = nil, failure(kind, m.names[id], b)
	}
	block := m.p.head(i).block()
	m.p.release(i, w)
	m.putBack(i, block)
	return result, err
}

// dropHint takes h off our deque, if it is the youngest there.
func (m *Member) dropHint(h hint) {
	m.mu.Lock()
	if x, ok := m.p.pop(); ok && x != h {
		m.p.push(x)
	}
	m.mu.Unlock()
}

// runOwn runs task i, which was queued when its word was seen, and uses its result at
// once, without recording it: it needs no room. Killed before the slot is free the task is
// run again. False: another process has it.
func (m *Member) runOwn(i, id int, seen word) (result []byte, err error, ok bool) {
	t, ok := m.p.claim(hintOf(seen, i))
	if !ok {
		return nil, nil, false
	}
	m.dropHint(hintOf(seen, i))
	s := m.getScratch()
	defer m.putScratch(s)
	kind, b, ok := m.perform(s, t)
	if !ok {
		return nil, nil, false
	}
	kind, b = m.p.fit(kind, b)
	result = append([]byte{}, b...)
	if kind != outcomeOK {
		result, err = nil, failure(kind, m.names[id], b)
	}
	block := m.p.head(i).block()
	if !m.p.release(i, t.w) {
		return nil, nil, false // the lease was over: the process that has the task now counts
	}
	m.putBack(i, block)
	return result, err, true
}
