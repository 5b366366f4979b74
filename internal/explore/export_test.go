package explore

// Seen returns the fingerprints of the traces seen.
func (r Result) Seen() map[uint64]struct{} { return r.seen }

// RaceEngine reports whether threads are goroutines under the race detector.
const RaceEngine = raceEngine
