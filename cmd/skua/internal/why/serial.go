package why

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/skua-go/skua/trace"
)

// A comparison with a run on one processor.
type comparison struct {
	Seconds float64 `json:"seconds"`         // of work in that run
	Aside   string  `json:"aside,omitempty"` // why it was not used
}

// mostOther is the share of the pieces, or of the work, that one run may have and the other not.
const mostOther = 0.05

// compareSerial runs the program with one processor, and corrects r by it.
func compareSerial(ctx context.Context, p *program, r *trace.Report) *comparison {
	once := *p
	once.stdin, once.stdout = nil, once.stderr // what was read is gone; what is printed was printed before
	serial, err := once.record(ctx, "GOMAXPROCS=1")
	if err != nil {
		return &comparison{Aside: "the run with one processor failed: " + err.Error()}
	}
	c := &comparison{Seconds: serial.Account.Work, Aside: unlike(r, serial)}
	if c.Aside == "" {
		correct(r, serial)
	}
	return c
}

// unlike says why a run with one processor cannot be compared with, or is empty. Other programs do not
// matter: processor times are compared.
func unlike(r, serial *trace.Report) string {
	if serial.Workers != 1 {
		return fmt.Sprintf("the program says itself how many workers it has: %d also with one processor", serial.Workers)
	}
	if s := serial.Verdict(); s.Refusal != "" {
		return "of the run with one processor: " + strings.TrimSuffix(s.Refusal, ".")
	}
	was, is := units(serial), units(r)
	if other := math.Abs(is-was) / max(is, was, 1); other > mostOther {
		return fmt.Sprintf("the run with one processor had other work: %.0f pieces, and %.0f with %d workers", was, is, r.Workers)
	}
	if one, all := serial.Account.Work, withMemory(&r.Account); one > (1+mostOther)*all {
		return fmt.Sprintf("the same work took longer with one processor: %s, and %s with %d workers", span(one), span(all), r.Workers)
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
	all := withMemory(a)
	a.Serial = serial.Account.Work
	a.Work = min(all, a.Serial)
	a.SpeedUp, a.Inflation = a.Work/r.Seconds, all/a.Work
	for i := range a.Losses {
		if l := &a.Losses[i]; l.Cause == trace.Memory {
			l.Seconds, l.Sites = all-a.Work, slower(r, serial)
		}
	}
	slices.SortStableFunc(a.Losses, func(x, y trace.Loss) int { return cmp.Compare(y.Seconds, x.Seconds) })
}

// withMemory is the work with what it took longer than alone.
func withMemory(a *trace.Account) float64 {
	sum := a.Work
	for _, l := range a.Losses {
		if l.Cause == trace.Memory {
			sum += l.Seconds
		}
	}
	return sum
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
