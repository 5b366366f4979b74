package shm

import (
	"context"
	"iter"
)

// Map has a task run for each payload, by all members that work, and yields the results in
// the order of the payloads. The caller's goroutine works too while it has to wait. A task
// that fails yields its error (see Do), and Map goes on; ctx's error and ErrClosed end it.
//
// A payload is copied before the next is asked for; a result is the caller's. Payloads are
// asked for some way ahead of the results: as many as half of Config.Slots. Those that come fast
// are offered in lots of up to 32; a lot is not held back for longer than it takes to
// get its payloads. A result that was yielded is forgotten after the loop's turn: the
// next member at the place gets as orphans those that were not.
//
// Cost: about 100 ns for a task beside its handler. Some allocations for a call, and one
// for each few thousand bytes of results.
func (m *Member) Map(ctx context.Context, handler string, payloads iter.Seq[[]byte]) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		id, err := m.admit(handler, nil)
		if err == nil {
			err = m.enter()
		}
		if err != nil {
			yield(nil, err)
			return
		}
		defer m.leave()
		f := newFlow(ctx, m, id, yield)
		defer f.end()
		f.back = m.p.k.now()
		for payload := range payloads {
			if !f.put(payload) {
				return
			}
		}
		for f.head != f.tail {
			if !f.advance() {
				return
			}
		}
	}
}
