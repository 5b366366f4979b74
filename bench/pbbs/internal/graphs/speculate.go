package graphs

import (
	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
)

// A loop is a serial loop whose steps may run at once.
type loop struct {
	steps int
	// reserve reserves what the step needs, and reports whether there is anything to commit. at is
	// the step's place in this round.
	reserve func(at int, step uint32) bool
	// commit reports whether the step held what it needed, and has been done; else it is tried again.
	commit func(at int, step uint32) bool
	// most is how many steps are tried at once.
	most int
}

// run runs rounds: each first lets all of its steps reserve, then commit. Steps that failed are
// the first of the next round, so that the earliest step of a round always succeeds.
func (l loop) run(c forkjoin.Ctx) {
	const grain = 256
	size := min(l.most, 1024)
	var failed []uint32
	for begun := 0; begun < l.steps || len(failed) > 0; {
		more := min(max(0, size-len(failed)), l.steps-begun)
		old := len(failed)
		steps := seq.Map(c, old+more, seq.Grain, func(at int) uint32 {
			if at < old {
				return failed[at]
			}
			return uint32(begun + at - old)
		})
		begun += more
		again := seq.Map(c, len(steps), grain, func(at int) bool { return l.reserve(at, steps[at]) })
		seq.Each(c, len(steps), grain, func(at int) {
			if again[at] && l.commit(at, steps[at]) {
				again[at] = false
			}
		})
		failed = seq.Pack(c, len(steps), func(at int) bool { return again[at] }, func(at int) uint32 { return steps[at] })
		if len(failed) > size/5 {
			size = max(size/2, len(failed)+1)
		} else {
			size *= 2
		}
		size = min(size, l.most)
	}
}
