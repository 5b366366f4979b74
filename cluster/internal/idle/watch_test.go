package idle

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

var rule = Rule{RestAbove: 0.5, Quiet: 2 * time.Second}

// An owner uses processors according to a plan, in a time of its own.
type owner struct {
	w    watch
	at   time.Time
	used time.Duration
}

func newOwner() *owner { return &owner{w: watch{rule: rule}, at: time.Unix(1000, 0)} }

// use lets the owner use load processors for d. It returns when, from the start of
// d, the guest changed, and how often it did.
func (o *owner) use(load float64, d time.Duration) (first time.Duration, changes int) {
	start := o.at
	for ; o.at.Sub(start) < d; o.at = o.at.Add(period) {
		if _, change := o.w.observe(o.at, o.used.Truncate(10*time.Millisecond)); change {
			if changes++; changes == 1 {
				first = o.at.Sub(start)
			}
		}
		o.used += time.Duration(load * float64(period))
	}
	return first, changes
}

func TestWatchRestsWithinASecond(t *testing.T) {
	for _, load := range []float64{0.6, 1, 2, 64} {
		o := newOwner()
		if _, n := o.use(0, 5*time.Second); n != 0 {
			t.Fatalf("the guest changed %d times on an idle machine, want 0", n)
		}
		first, n := o.use(load, 10*time.Second)
		if n != 1 || !o.w.resting || first > window+period {
			t.Errorf("load %v: %d changes, the first after %v, resting %v; want 1 within %v", load, n, first, o.w.resting, window+period)
		}
	}
}

func TestWatchResumesAfterQuiet(t *testing.T) {
	o := newOwner()
	o.use(2, time.Second)
	// A little less than the threshold is not quiet.
	if _, n := o.use(0.4, time.Minute); n != 0 {
		t.Errorf("the guest changed %d times at 0.4 processors, want 0: it should stay at rest", n)
	}
	// Nor are short pauses.
	for range 10 {
		if _, n := o.use(0, rule.Quiet/2); n != 0 {
			t.Fatal("the guest resumed before the quiet time was over")
		}
		o.use(1, 200*time.Millisecond)
	}
	first, n := o.use(0.1, 10*time.Second)
	if n != 1 || o.w.resting || first < rule.Quiet || first > rule.Quiet+window+2*period {
		t.Errorf("%d changes, the first after %v, resting %v; want one, soon after %v", n, first, o.w.resting, rule.Quiet)
	}
}

// TestWatchKeepsWorking lets an owner type and read: that is no load.
func TestWatchKeepsWorking(t *testing.T) {
	o := newOwner()
	for range 100 {
		_, n := o.use(0.9, 100*time.Millisecond)
		_, m := o.use(0, 400*time.Millisecond)
		if n+m != 0 {
			t.Fatal("the guest rests for bursts of 90 ms of processor time in each half second")
		}
	}
}

// TestWatchAfterAGap stops the guest's clock: what the owner did meanwhile counts
// for the whole gap.
func TestWatchAfterAGap(t *testing.T) {
	o := newOwner()
	o.use(0, time.Second)
	o.at, o.used = o.at.Add(time.Hour), o.used+time.Second
	if load, change := o.w.observe(o.at, o.used); change || load > 0.01 {
		t.Errorf("after an hour's gap with one second of load: load %v, change %v; want none", load, change)
	}
}

// A script is a meter that returns its readings in turn, then fails.
type script []time.Duration

var errEnd = errors.New("end of the script")

func (s *script) Owner() (time.Duration, error) {
	if len(*s) == 0 {
		return 0, errEnd
	}
	used := (*s)[0]
	*s = (*s)[1:]
	return used, nil
}

func TestWatchCalls(t *testing.T) {
	var calls []string
	rest := func(why string) { calls = append(calls, why) }
	resume := func() { calls = append(calls, "resume") }
	s := script{0, time.Hour, time.Hour}
	for range 20 {
		s = append(s, time.Hour)
	}
	err := Watch(t.Context(), &s, Rule{RestAbove: 0.5, Quiet: 100 * time.Millisecond}, rest, resume)
	if !errors.Is(err, errEnd) || len(calls) != 2 || !strings.Contains(calls[0], "processors") || calls[1] != "resume" {
		t.Errorf("Watch returned %v after the calls %q, want a rest with its reason, a resume, the meter's error", err, calls)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Watch(ctx, &script{0}, rule, rest, resume); err != nil {
		t.Errorf("Watch with an ended context returned %v, want nil", err)
	}
}
