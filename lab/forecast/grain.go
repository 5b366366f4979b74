package forecast

import (
	"math"

	"github.com/skua-go/skua/trace"
)

// coarsen returns the ops with the loops and forks of one site cut into pieces of grain seconds or
// more: fewer, longer indices, and forks that are not worth dividing run in series. The order of what
// is left, and all work, stay.
func coarsen(ops []trace.Op, site int, grain float64) []trace.Op {
	serial := serialForks(ops, site, grain)
	out := make([]trace.Op, 0, len(ops))
	for i, op := range ops {
		if serial[i] {
			continue
		}
		if op.Op == "loop" && op.Site == site && op.Ref > 0 && op.N > 0 {
			op.Ref = min(op.Ref, int64(max(1, math.Floor(op.N/grain))))
		}
		out = append(out, op)
	}
	return out
}

// serialForks marks the ops of the forks whose two branches together take less than two pieces.
func serialForks(ops []trace.Op, site int, grain float64) []bool {
	type fork struct {
		at, branch int
		before     float64 // work
	}
	serial, work := make([]bool, len(ops)), 0.0
	var open []fork
	for i, op := range ops {
		work += op.N
		switch last := len(open) - 1; {
		case op.Op == "fork":
			open = append(open, fork{at: i, branch: i, before: work})
		case last < 0:
		case op.Op == "branch":
			open[last].branch = i
		case op.Op == "join":
			f := open[last]
			if open = open[:last]; ops[f.at].Site == site && work-f.before < 2*grain {
				serial[f.at], serial[f.branch], serial[i] = true, true, true
			}
		}
	}
	return serial
}
