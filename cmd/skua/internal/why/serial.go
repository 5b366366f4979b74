package why

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/skua-go/skua/trace"
)

// A comparison with a run on one processor.
type comparison struct {
	Seconds float64 `json:"seconds"`         // of work in that run
	Aside   string  `json:"aside,omitempty"` // why it was not used
}

// What a run on one processor may lack to be compared with.
const (
	mostDisturbed = 0.2  // share of its time that other programs took
	mostOther     = 0.05 // share of the work that one run had and the other had not
	attempts      = 2
)

// compareSerial runs the program with one processor, and corrects r by it.
func compareSerial(ctx context.Context, p *program, r *trace.Report) *comparison {
	once := *p
	once.stdin, once.stdout = nil, once.stderr // what was read is gone; what is printed was printed before
	var c *comparison
	for range attempts {
		serial, err := once.record(ctx, "GOMAXPROCS=1")
		if err != nil {
			return &comparison{Aside: "the run with one processor failed: " + err.Error()}
		}
		c = &comparison{Seconds: serial.Account.Work, Aside: disturbed(r, serial)}
		if c.Aside == "" {
			correct(r, serial)
			break
		}
		if aborted(ctx) {
			break
		}
	}
	return c
}

// disturbed says why a run with one processor cannot be compared with, or is empty.
func disturbed(r, serial *trace.Report) string {
	a := &serial.Account
	if serial.Workers != 1 {
		return fmt.Sprintf("the program says itself how many workers it has: %d also with one processor", serial.Workers)
	}
	if s := serial.Verdict(); s.Refusal != "" {
		return s.Refusal
	}
	taken := 0.0
	for _, l := range a.Losses {
		if l.Cause == trace.Others || l.Cause == trace.Limited {
			taken += l.Seconds
		}
	}
	if taken > mostDisturbed*a.Capacity {
		return fmt.Sprintf("the run with one processor was disturbed: others took %.0f %% of its time", 100*taken/a.Capacity)
	}
	was, is := units(serial), units(r)
	if other := math.Abs(is-was) / max(is, was, 1); other > mostOther {
		return fmt.Sprintf("the run with one processor had other work: %.0f pieces, and %.0f with %d workers", was, is, r.Workers)
	}
	return ""
}

func units(r *trace.Report) (n float64) {
	for _, s := range r.Sites {
		if s.Kind == trace.SpawnSite || s.Kind == trace.LoopSite { // how many forks are recorded differs
			n += float64(s.Units)
		}
	}
	return n
}

// correct takes the work of a run with one processor for the work: what the recording had
// more of it was lost to slower memory or clock.
func correct(r, serial *trace.Report) {
	a := &r.Account
	more := a.Work - serial.Account.Work
	a.Serial, a.Work = serial.Account.Work, serial.Account.Work
	a.SpeedUp = a.Work / r.Seconds
	for i := range a.Losses {
		l := &a.Losses[i]
		if l.Cause != trace.Memory {
			continue
		}
		l.Seconds += more
		l.Sites = slower(r, serial)
		a.Inflation = (a.Work + l.Seconds) / a.Work
	}
	slices.SortStableFunc(a.Losses, func(x, y trace.Loss) int { return cmp.Compare(y.Seconds, x.Seconds) })
}

// slower are the sites whose work took longer than in the run with one processor.
func slower(r, serial *trace.Report) (out []trace.SiteShare) {
	for i, s := range r.Sites {
		at := slices.IndexFunc(serial.Sites, func(t trace.Site) bool {
			return t.File == s.File && t.Line == s.Line && t.Kind == s.Kind
		})
		if at < 0 {
			continue
		}
		if more := s.Work - serial.Sites[at].Work; more > 0 {
			out = append(out, trace.SiteShare{Site: i, Seconds: more})
		}
	}
	slices.SortStableFunc(out, func(x, y trace.SiteShare) int { return cmp.Compare(y.Seconds, x.Seconds) })
	return out[:min(3, len(out))]
}
