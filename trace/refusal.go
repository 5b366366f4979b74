package trace

import "fmt"

// Beyond these a recording says nothing about the program. All are shares of the capacity.
const (
	mostMissing   = 0.01 // what the modes of all workers lack to the capacity, or exceed it by
	mostMeasuring = 0.10 // but for the windows in which one worker went on alone: those do not change what it does
	mostGain      = 0.03 // work took less time with all workers than alone
)

// refusal says why the report allows no verdict, or is empty.
func (r *Report) refusal() string {
	a := &r.Account
	if r.Seconds <= 0 || r.Workers < 1 || a.Capacity <= 0 {
		return "Nothing was recorded."
	}
	if r.Calls == 0 {
		return "Nothing was recorded: no call came into a pool."
	}
	missing := max(a.Identity, a.Rest/a.Capacity, -a.Rest/a.Capacity)
	if missing > mostMissing {
		return fmt.Sprintf("This recording does not add up: %.1f %% of the workers' time is missing, or is there twice.", 100*missing)
	}
	if m := (a.loss(Measuring) - r.Solo.Seconds) / a.Capacity; m > mostMeasuring {
		return fmt.Sprintf("Measuring took %.0f %% of the time of all workers: the work%s is too finely cut to be recorded without a change of what it does.", 100*m, r.finest())
	}
	if gain := -a.loss(Memory) / a.Capacity; gain > mostGain {
		return fmt.Sprintf("The same work took longer alone than with %d workers, by %.0f %% of their time: something else disturbed the run. Record it again.", r.Workers, 100*gain)
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
