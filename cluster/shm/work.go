package shm

import (
	"context"
	"sync"
)

// Work runs tasks, of whatever member, until ctx ends or the member is closed, on
// Config.Workers goroutines, and waits for those that it has begun. The error is nil
// after the end of ctx, and ErrClosed if the member is closed.
func (m *Member) Work(ctx context.Context) error {
	if err := m.enter(); err != nil {
		return err
	}
	defer m.leave()
	var wg sync.WaitGroup
	for range m.workers {
		wg.Add(1)
		go m.worker(ctx, &wg)
	}
	wg.Wait()
	if ctx.Err() == nil {
		return ErrClosed
	}
	return nil
}

// worker runs tasks. If a handler ends its goroutine, another takes over.
func (m *Member) worker(ctx context.Context, wg *sync.WaitGroup) {
	over := false
	s := m.getScratch()
	defer func() {
		m.putScratch(s) // with the hints that are left in it
		if over {
			wg.Done()
		} else {
			go m.worker(ctx, wg)
		}
	}()
	w := newWaiter(-1, true)
	for ctx.Err() == nil && !m.closed.Load() {
		if h, ok := m.next(s); ok {
			m.try(s, h)
			continue
		}
		m.idle(ctx, s, w)
	}
	over = true
}

// idle is the other half of a turn that found nothing: look round for a moment, then
// sleep.
func (m *Member) idle(ctx context.Context, s *scratch, w *waiter) {
	if m.strayed.Load() > 0 {
		m.reap()
	}
	own := m.p.asleep(m.p.me)
	for range spins {
		if m.starved.Load() != 0 {
			break
		}
		for range pause {
			own.Load()
		}
		if m.p.anything() || w.slot >= 0 && word(m.p.word(w.slot).Load()).state() == done {
			s.awake(m.p.k)
			return
		}
	}
	m.wait(ctx, w)
	s.awake(m.p.k)
}
