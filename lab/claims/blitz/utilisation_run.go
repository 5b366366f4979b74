package blitz

import (
	"iter"
	"sync"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/sim"
	"github.com/skua-go/skua/span"
)

// realUse spins the pieces alone, and then as a loop in each mode.
func realUse(pieces []float64, workers, sample int, scale float64) (rows []lab.Row) {
	steps := make([]int, len(pieces))
	for i, piece := range pieces {
		steps[i] = gauge.StepsFor(time.Duration(piece * scale * float64(time.Millisecond)))
	}
	begin := time.Now()
	for _, s := range steps {
		gauge.Burn(s)
	}
	printed := sum(pieces) / gauge.Milliseconds(time.Since(begin)) // ms of the source for one of ours
	had := gauge.FreeShare(workers, gauge.ShortLook)
	for i := range useModes {
		mode := useModes[(sample+i)%2]
		static := span.NewStatic(0, len(steps), workers)
		part := static.All
		if mode == "stealing" {
			part = span.NewStealing(0, len(steps), workers, 1).All
		}
		stretches := recordUse(steps, static, part)
		for k := range stretches {
			stretches[k].From *= printed
			stretches[k].To *= printed
		}
		run := useRows(mode, sample, workers, sum(pieces), stretches)
		run[len(run)-1]["had"] = had
		rows = append(rows, run...)
	}
	return rows
}

func sum(v []float64) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}

// recordUse spins on one goroutine for each part of static, which owns that part, and
// returns the stretches of each in ms.
func recordUse(steps []int, static *span.Static, part func(k int) iter.Seq[int]) (out []sim.Stretch) {
	each := make([][]sim.Stretch, static.Parts())
	zero := time.Now()
	var all sync.WaitGroup
	for k := range each {
		all.Go(func() {
			for lo, hi := range static.Chunks(k) {
				each[k] = spinPart(k, lo, hi, steps, part(k), zero)
			}
		})
	}
	all.Wait()
	for _, stretches := range each {
		out = append(out, stretches...)
	}
	return out
}

// spinPart spins the steps that worker k gets, which owns [lo, hi).
func spinPart(k, lo, hi int, steps []int, part iter.Seq[int], zero time.Time) (out []sim.Stretch) {
	last := -1
	for i := range part {
		begin := gauge.Milliseconds(time.Since(zero))
		gauge.Burn(steps[i])
		out = sim.AddStretch(out, i == last+1, sim.Stretch{Worker: k, Own: lo <= i && i < hi, From: begin, To: gauge.Milliseconds(time.Since(zero))})
		last = i
	}
	return out
}
