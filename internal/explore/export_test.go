package explore

// Seen returns the fingerprints of the traces seen.
func (r Result) Seen() map[uint64]struct{} { return r.seen }

// Life returns the n-th life of the run, or nil.
func (x *X) Life(n int) *Life {
	if n < len(x.lives) {
		return x.lives[n]
	}
	return nil
}

// DaemonKilled is GoKilled for a thread that may stay blocked.
func (x *X) DaemonKilled(f func()) { x.mortal(f, false, false) }

// DaemonStopped is GoStopped for a thread that may stay blocked.
func (x *X) DaemonStopped(f func()) { x.mortal(f, true, false) }

// RaceEngine reports whether threads are goroutines under the race detector.
const RaceEngine = raceEngine

// Stir is what an access of a daemon does that is late: Chaos is over.
var Stir = stir
