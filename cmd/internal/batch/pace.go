package batch

import (
	"context"
	"slices"
	"sync"
	"time"
)

// A pace keeps starts apart.
type pace struct {
	mu   sync.Mutex
	next time.Time
}

// wait returns when the next execution may start, at least delay after the one before,
// or false if ctx ends before that.
func (p *pace) wait(ctx context.Context, delay time.Duration) bool {
	if delay <= 0 {
		return true
	}
	p.mu.Lock()
	at := time.Now()
	if p.next.After(at) {
		at = p.next
	}
	p.next = at.Add(delay)
	p.mu.Unlock()
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// A deadline ends the context of an execution that takes too long.
type deadline struct {
	mu      sync.Mutex
	began   time.Time // zero if nothing runs
	cancel  context.CancelCauseFunc
	expired bool
}

// begin returns the context for an execution that begins now. Without a timeout it is
// the dispatcher's, which costs nothing.
func (t *deadline) begin(d *dispatcher, it *Item) context.Context {
	if d.Timeout == (Timeout{}) {
		return d.ctx
	}
	it.Timeout = d.limit()
	ctx, cancel := context.WithCancelCause(d.ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.began, t.cancel, t.expired = time.Now(), cancel, false
	return ctx
}

// end tells whether the execution has taken too long.
func (t *deadline) end() bool {
	if t.cancel == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cancel(nil)
	t.cancel = nil
	return t.expired
}

// check ends the execution that runs, if it has taken longer than limit.
func (t *deadline) check(now time.Time, limit time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cancel != nil && now.Sub(t.began) >= limit {
		t.expired = true
		t.cancel(ErrTimeout)
	}
}

// limit is how long an execution may take now, 0 for ever.
func (d *dispatcher) limit() time.Duration {
	if d.Timeout.Percent == 0 {
		return d.Timeout.Time
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return time.Duration(float64(d.median.value()) * d.Timeout.Percent / 100)
}

// checkTimeouts ends what has taken too long, on the hosts that do not see to it by
// themselves. A percentage is of the median that is known now, also for what began before.
func (d *dispatcher) checkTimeouts() {
	limit := d.limit()
	if limit == 0 {
		return
	}
	now := time.Now()
	for _, s := range d.allSlots() {
		if s.host.Ahead() == 0 {
			s.timer.check(now, limit)
		}
	}
}

// A median is that of the times that were added: a slice in order.
type median struct{ times []time.Duration }

// medianFrom is how many times must be known, so that one odd item does not decide.
const medianFrom = 3

func (m *median) add(t time.Duration) {
	i, _ := slices.BinarySearch(m.times, t)
	m.times = slices.Insert(m.times, i, t)
}

// value is 0 if too few are known.
func (m *median) value() time.Duration {
	if len(m.times) < medianFrom {
		return 0
	}
	return m.times[len(m.times)/2]
}
