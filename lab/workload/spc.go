package workload

import (
	"sync/atomic"

	"github.com/skua-go/skua"
)

const (
	spcDefault   = 100_000
	spcMax       = 10_000_000 // a task that waits has some 100 bytes
	grainDefault = 4000       // about 5 µs
	grainMax     = 1_000_000_000
)

var grainParam = Param{Name: "grain", Default: "4000", Doc: "a task takes `steps` of about a nanosecond"}

var spcWorkload = Workload{
	Name:    "spc",
	Doc:     "single producer: one task spawns all others",
	Params:  []Param{{Name: "n", Default: "100000", Doc: "spawn `n` tasks"}, grainParam},
	prepare: prepareSPC,
}

func prepareSPC(r *reader) *Instance {
	n := r.whole("n", spcDefault, 0, spcMax)
	grain := r.whole("grain", grainDefault, 0, grainMax)
	return &Instance{
		Params: struct {
			N     int `json:"n"`
			Grain int `json:"grain"`
		}{n, grain},
		Parallel:   func(p skua.Place) any { return Checksum(spc(p, n, grain)) },
		Sequential: func() any { return Checksum(grindAll(n, grain)) },
		Check:      checkEqual(Checksum(groundSum(n, grain))),
		Tasks:      func(any) int { return 1 + n },
	}
}

// spc spawns a producer, which spawns n consumers. As Andreas Prell measures,
// Embracing Explicit Communication in Work-Stealing Runtime Systems, PhD thesis,
// Bayreuth 2016 [PR16]: all work comes from one queue, one small task at a time.
func spc(p skua.Place, n, grain int) uint64 {
	var sum atomic.Uint64
	s := newScope(p)
	s.Go(func(w *skua.Worker) error {
		for i := range n {
			w.Poll()
			w.Go(s, func(*skua.Worker) error {
				sum.Add(grind(uint64(i), grain))
				return nil
			})
		}
		return nil
	})
	wait(p, s)
	return sum.Load()
}

// grindAll is what n consumers do.
func grindAll(n, grain int) (sum uint64) {
	for i := range n {
		sum += grind(uint64(i), grain)
	}
	return sum
}
