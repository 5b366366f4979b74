package forecast

import "fmt"

// Latency is what the steps of the scheduler take on a machine, in seconds.
type Latency struct {
	Look      float64 // a searcher looks at one other worker
	Yield     float64 // between two rounds of a search
	Steal     float64 // from the claim of something to its first strand
	Report    float64 // from the end of something stolen to an owner that looks for it
	Expose    float64 // an owner makes a frame public, or a loop's maker reserves a chunk of another
	Reserve   float64 // an owner reserves a chunk of its loop
	Wake      float64 // a worker wakes another
	WokenLow  float64 // from there on until that one looks around, at least
	WokenHigh float64 // and at most
	Spin      float64 // a waiter looks for that long before it parks
}

// DefaultLatency is of two virtual processors of a shared machine (Intel Xeon, Linux), on
// which a fork was made while the thief searched, or slept: 0.66 µs (0.54 to 0.77) from the
// fork to the thief's first step, of which the fork took 0.22; 0.28 µs from the thief's end
// to the join's; asleep 115 µs (73 to 140), of which the fork took 13. Spin and Reserve are
// those of internal/crew and internal/indices, and a round is what internal/sched says it is.
var DefaultLatency = Latency{
	Look:      10e-9,
	Yield:     100e-9,
	Steal:     0.4e-6,
	Report:    0.28e-6,
	Expose:    0.2e-6,
	Reserve:   60e-9,
	Wake:      13e-6,
	WokenLow:  60e-6,
	WokenHigh: 125e-6,
	Spin:      20e-6,
}

func (l Latency) check() error {
	for _, s := range []float64{l.Look, l.Steal, l.Report, l.Expose, l.Reserve, l.Wake, l.WokenLow, l.Spin} {
		if !(s >= 0 && s <= 1) {
			return fmt.Errorf("no Latency of %v s: want 0 to 1", s)
		}
	}
	if !(l.Yield > 0 && l.Yield <= 1 && l.WokenHigh >= l.WokenLow && l.WokenHigh <= 1) {
		return fmt.Errorf("no Latency with Yield %v and WokenHigh %v s", l.Yield, l.WokenHigh)
	}
	return nil
}
