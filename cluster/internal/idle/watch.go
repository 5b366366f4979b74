package idle

import (
	"context"
	"fmt"
	"time"
)

// A Meter reads the processor time that the owner has used since some fixed start.
type Meter interface {
	Owner() (time.Duration, error)
}

// A Rule says when a guest rests and when it resumes. Two thresholds and a quiet
// time keep it from doing both in turns.
type Rule struct {
	// RestAbove is the owner's load, in processors, from which on the guest rests.
	RestAbove float64

	// Quiet is how long the load must have stayed below half of RestAbove before
	// the guest resumes.
	Quiet time.Duration
}

// window is the time over which load is measured, period that between readings.
// /proc/stat counts in ticks of 10 ms: half a processor is 15 ticks in a window, so
// one tick more or less decides little. A load of one processor is seen after
// 150 ms and one period, which leaves most of a second to give tasks back.
const (
	window = 300 * time.Millisecond
	period = 50 * time.Millisecond
)

// A watch decides from readings. It is not for concurrent use.
type watch struct {
	rule    Rule
	seen    []reading // of the last window, and one before it
	resting bool
	loud    time.Time // when the load was last not below half of RestAbove
}

type reading struct {
	at   time.Time
	used time.Duration
}

// observe takes one reading. It returns the owner's load in processors over the
// last window, and whether the guest changes between working and resting.
func (w *watch) observe(at time.Time, used time.Duration) (load float64, change bool) {
	w.seen = append(w.seen, reading{at, used})
	for len(w.seen) > 2 && at.Sub(w.seen[1].at) >= window {
		w.seen = w.seen[1:]
	}
	first := w.seen[0]
	// Before a window is full a single tick would look like a load.
	elapsed := max(at.Sub(first.at), window)
	load = float64(used-first.used) / float64(elapsed)
	if load >= w.rule.RestAbove/2 || w.loud.IsZero() {
		w.loud = at
	}
	switch {
	case !w.resting:
		change = load >= w.rule.RestAbove
	default:
		change = at.Sub(w.loud) >= w.rule.Quiet
	}
	w.resting = w.resting != change
	return load, change
}

// Watch calls rest with the reason when the owner's load returns, and resume after
// a quiet time, in turns, until ctx ends or the meter fails; ctx's end is no error.
// It blocks: give it a goroutine. rest and resume should not block for long, since
// nobody watches meanwhile.
func Watch(ctx context.Context, m Meter, rule Rule, rest func(why string), resume func()) error {
	w := watch{rule: rule}
	ticker := time.NewTicker(period)
	defer ticker.Stop()
	for {
		used, err := m.Owner()
		if err != nil {
			return fmt.Errorf("read the owner's load: %w", err)
		}
		load, change := w.observe(time.Now(), used)
		switch {
		case change && w.resting:
			rest(fmt.Sprintf("the owner of its machine uses %.1f processors", load))
		case change:
			resume()
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}
