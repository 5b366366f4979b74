package trace

import (
	"fmt"
	"slices"
)

// Beyond these a recording says nothing about the program. All are shares of the capacity.
const (
	mostMissing   = 0.01 // what the modes of all workers lack to the capacity, or exceed it by
	mostMeasuring = 0.10 // but for the windows in which one worker went on alone: those do not change what it does
)

// What two clocks may differ by.
const (
	slack = 1.02
	tick  = 10e-3 // seconds that a running thread's time may be behind in that of the program
)

// contradiction says which numbers of the report cannot be, or is empty.
func (r *Report) contradiction() string {
	a, most := &r.Account, 0.0
	for _, l := range a.Losses {
		if l.Seconds < -1e-6 {
			return fmt.Sprintf("a loss of %.3g s to %s", l.Seconds, l.Cause)
		}
	}
	most = slack*a.Own + tick*float64(max(r.Workers, r.Machine.Processors))
	if a.Own > 0 && a.Work > most {
		return fmt.Sprintf("work of %s in %s of processor time", duration(a.Work), duration(a.Own))
	}
	if gc := a.loss(Collector); gc > slack*a.GC*float64(r.Workers)+tick {
		return fmt.Sprintf("%s lost to the garbage collector on %d workers, which took %s", duration(gc), r.Workers, duration(a.GC))
	}
	most = float64(max(r.Workers, r.Machine.Processors, len(r.Lines)))
	if a.SpeedUp > slack*most {
		return fmt.Sprintf("a speed-up of %.2f on %.0f processors", a.SpeedUp, most)
	}
	if s := r.Span; s.Span > slack*s.Work+tick {
		return fmt.Sprintf("a span of %s in work of %s", duration(s.Span), duration(s.Work))
	}
	return ""
}

// refusal says why the report allows no verdict, or is empty.
func (r *Report) refusal() string {
	a := &r.Account
	if r.Seconds <= 0 || r.Workers < 1 || a.Capacity <= 0 {
		return "Nothing was recorded."
	}
	if r.Calls == 0 && !slices.ContainsFunc(r.Lines, func(l Line) bool { return l.Seconds.Work > 0 }) {
		return "Nothing was recorded: no call came into a pool."
	}
	if what := r.contradiction(); what != "" {
		return "This recording contradicts itself: " + what + ". Please report it."
	}
	missing := max(a.Identity, a.Rest/a.Capacity, -a.Rest/a.Capacity)
	if missing > mostMissing {
		return fmt.Sprintf("This recording does not add up: %.1f %% of the workers' time is missing, or is there twice.", 100*missing)
	}
	if m := (a.loss(Measuring) - r.Solo.Seconds) / a.Capacity; m > mostMeasuring {
		return fmt.Sprintf("Measuring took %.0f %% of the time of all workers: the work%s is too finely cut to be recorded without a change of what it does.", 100*m, r.finest())
	}
	return ""
}

// finest says where the work is cut most finely, and how.
func (r *Report) finest() string {
	for _, l := range r.Account.Losses {
		if l.Cause == Fine && len(l.Sites) > 0 {
			n := r.name(l)
			return r.at(n) + r.fineEvidence(n, l)
		}
	}
	return ""
}

// loss is what was lost to a cause, in seconds.
func (a *Account) loss(c Cause) float64 {
	sum := 0.0
	for _, l := range a.Losses {
		if l.Cause == c {
			sum += l.Seconds
		}
	}
	return sum
}
