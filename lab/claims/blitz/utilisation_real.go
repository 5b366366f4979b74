package blitz

import (
	"iter"
	"sync"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
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
			stretches[k].from *= printed
			stretches[k].to *= printed
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

// recordUse spins on goroutines, one for each part of static, which own these
// parts, and returns who did what when, in ms.
func recordUse(steps []int, static *span.Static, part func(k int) iter.Seq[int]) (out []stretch) {
	each := make([][]stretch, static.Parts())
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

// spinPart spins what worker k, who owns [lo, hi), gets of the steps.
func spinPart(k, lo, hi int, steps []int, part iter.Seq[int], zero time.Time) (out []stretch) {
	last := -1
	for i := range part {
		begin := gauge.Milliseconds(time.Since(zero))
		gauge.Burn(steps[i])
		out = worked(out, i == last+1, stretch{k, lo <= i && i < hi, begin, gauge.Milliseconds(time.Since(zero))})
		last = i
	}
	return out
}

// worked appends a piece to the stretches of a worker: to the last of them if it
// follows its last piece.
func worked(out []stretch, follows bool, s stretch) []stretch {
	if n := len(out) - 1; n >= 0 && follows && out[n].own == s.own {
		out[n].to = s.to
		return out
	}
	return append(out, s)
}
