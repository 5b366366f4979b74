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
	fixed int  // of so many each, if not 0: the grain was given
	fresh bool // no chunk yet
	units int
	begun time.Duration // when the first chunk began
	last  time.Duration // when the present one did
}

var epoch = time.Now()

func clock() time.Duration { return time.Since(epoch) }

// start begins a share of which nothing is known, but that its first chunk is
// one unit, if it has that already.
func (p *pace) start(reserved bool) {
	p.units, p.fresh = 1, !reserved
	if p.fixed == 0 {
		p.begun = clock()
		p.last = p.begun
	}
}

// next is called when a chunk is done, and before the first one.
func (p *pace) next() (units int) {
	if p.fixed > 0 {
		return p.fixed
	}
	if p.fresh {
		p.fresh = false
		return 1
	}
	now := clock()
	switch took := now - p.last; {
	case took < tooShort/8:
		p.units = min(8*p.units, maxUnits/8)
	case took < tooShort:
		p.units = min(2*p.units, maxUnits/8)
	case took > tooLong:
		p.units = max(1, int(time.Duration(p.units)*tooLong/took))
	}
	p.last = now
	return p.units
}
