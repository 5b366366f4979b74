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

// recordUse spins on one goroutine for each part of static, which owns that part, and
// returns the stretches of each in ms.
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

// spinPart spins the steps that worker k gets, which owns [lo, hi).
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

// worked appends a piece to the stretches of a worker. A piece that follows the worker's
// last piece makes the last stretch longer.
func worked(out []stretch, follows bool, s stretch) []stretch {
	if n := len(out) - 1; n >= 0 && follows && out[n].own == s.own {
		out[n].to = s.to
		return out
	}
	return append(out, s)
}

// A useCrew simulates workers on the work-stealing range of package span, one event after
// the other: the worker whose clock is behind those of all other workers acts next.
type useCrew struct {
	pieces []float64 // ms
	steals bool
	try    float64 // ms that a try to steal takes
	part   []*span.Range
	own    [][2]int // what each worker had at first
	now    []float64
	last   []int // the piece before
}

func newUseCrew(pieces []float64, workers int, steals bool, try float64) *useCrew {
	c := &useCrew{pieces: pieces, steals: steals, try: try, now: make([]float64, workers)}
	whole := span.NewRange(0, len(pieces), 1)
	static := span.NewStatic(0, len(pieces), workers)
	for k := range workers {
		part, own := whole.Sibling(), [2]int{}
		for lo, hi := range static.Chunks(k) {
			part.Fill(lo, hi)
			own = [2]int{lo, hi}
		}
		c.part, c.own, c.last = append(c.part, part), append(c.own, own), append(c.last, -1)
	}
	return c
}

// run returns the stretches of all workers.
func (c *useCrew) run(below func(n int) int) (out []stretch) {
	each := make([][]stretch, len(c.now))
	for left := len(c.pieces); left > 0; {
		k := c.next()
		i, _, ok := c.part[k].Take(1)
		if !ok {
			i, ok = c.rob(k, below)
		}
		if !ok {
			continue
		}
		begin := c.now[k]
		c.now[k] += c.pieces[i]
		own := c.own[k][0] <= i && i < c.own[k][1]
		each[k] = worked(each[k], i == c.last[k]+1, stretch{k, own, begin, c.now[k]})
		c.last[k] = i
		left--
	}
	for _, stretches := range each {
		out = append(out, stretches...)
	}
	return out
}

// next returns the worker that acts next, of those that may get a piece.
func (c *useCrew) next() int {
	first := -1
	for k, now := range c.now {
		if (c.steals || !c.part[k].Empty()) && (first < 0 || now < c.now[first]) {
			first = k
		}
	}
	return first
}

// rob has worker k try to steal half of the range of another worker, chosen at random. The
// thief runs the first stolen piece at once, as the source of the range does: otherwise
// thieves could steal the last piece from each other for ever.
func (c *useCrew) rob(k int, below func(n int) int) (piece int, ok bool) {
	c.now[k] += c.try
	victim := below(len(c.part) - 1)
	if victim >= k {
		victim++
	}
	lo, hi, ok := c.part[victim].Steal()
	if ok && lo+1 < hi {
		c.part[k].Fill(lo+1, hi)
	}
	return lo, ok
}
