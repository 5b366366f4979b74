package span

import "time"

// A chunk is what an owner reserves at a time. It should last long enough to
// hide what reserving costs, tens of nanoseconds, and not so long that others
// wait for its end: some microseconds. arbitrary within that; not tuned.
const (
	tooShort = 4 * time.Microsecond
	tooLong  = 16 * time.Microsecond
)

// pace decides how many units the next chunk has: one at first, more while chunks
// are short in time.
type pace struct {
	fixed int           // of so many each, if not 0: the grain was given
	begun time.Duration // when the first chunk began
	last  time.Duration // when the present one did
}

var epoch = time.Now()

func clock() time.Duration { return time.Since(epoch) }

// start begins a share of which nothing is known.
func (p *pace) start() {
	if p.fixed == 0 {
		p.begun = clock()
		p.last = p.begun
	}
}

// next returns how many units the next chunk should have. ran is how many the one
// before had in the end: a thief may have asked for the rest.
func (p *pace) next(ran int) (units int) {
	switch {
	case p.fixed > 0:
		return p.fixed
	case ran == 0:
		return 1 // the first one; the clock runs already
	}
	now := clock()
	took := now - p.last
	p.last = now
	switch {
	case took < tooShort/8:
		return min(8*ran, maxUnits)
	case took < tooShort:
		return min(2*ran, maxUnits)
	case took > tooLong:
		return max(1, int(time.Duration(ran)*tooLong/took))
	}
	return ran
}
