package indices

import (
	"time"

	"github.com/skua-go/skua/internal/clock"
)

// A chunk is what an owner reserves at a time. It should last long enough to hide what
// reserving costs, 60 ns with a look at the clock, and not so long that other workers
// wait for its end: tooShort to tooLong at first. As the share goes on, both times are
// doubled up to maxLevel times, so that a chunk lasts at most a quarter of the share's
// age. docs/par.md, uneven loops, has what the doublings gain; the rest is arbitrary.
const (
	tooShort = 4 * time.Microsecond
	tooLong  = 16 * time.Microsecond
	maxLevel = 4
)

// pace decides how many units the next chunk has: one at first, more while chunks
// are short in time.
type pace struct {
	fixed int           // units of every chunk if the grain was given, else 0
	begun time.Duration // when the first chunk began
	last  time.Duration // when the present one did
	level int           // how often tooShort and tooLong are doubled
	quick int           // units of the first chunk if it is not to have one
}

// start begins a share.
func (p *pace) start() {
	if p.fixed == 0 {
		p.begun = clock.Now()
		p.last, p.level = p.begun, 0
	}
}

// next returns how many units the next chunk should have, up to maxUnits. ran is how
// many units of the chunk before were run: a thief may have asked for the rest.
func (p *pace) next(ran int) (units int) {
	switch {
	case p.fixed > 0:
		return p.fixed
	case ran == 0:
		return max(1, p.quick) // the clock runs already
	}
	return p.after(ran, clock.Now())
}

// after is next at the time now, after a chunk whose length was not given.
func (p *pace) after(ran int, now time.Duration) (units int) {
	took := now - p.last
	p.last = now
	if p.level < maxLevel && now-p.begun > 8*tooLong<<p.level {
		p.level++
	}
	short, long := tooShort<<p.level, tooLong<<p.level
	switch {
	case took < short/8:
		return grown(ran, 8)
	case took < short/2:
		return grown(ran, 4)
	case took < short:
		return grown(ran, 2)
	case took > long:
		return max(1, int(time.Duration(ran)*long/took))
	}
	return ran
}

// grown returns times as many units as ran, but no more than maxUnits. It does not
// multiply first: on 32 bits the product may overflow.
func grown(ran, times int) int {
	if ran > maxUnits/times {
		return maxUnits
	}
	return times * ran
}

// piece returns how many of a chunk's n indices run in one go: about a
// microsecond's worth.
func (p *pace) piece(n int) int { return max(1, n>>(4+p.level)) }

// A Pace is how the chunks of one share grow by a clock of the caller's: for simulators.
type Pace struct{ pace }

// Start begins a share of which nothing is known, at the time now.
func (p *Pace) Start(now time.Duration) { p.pace = pace{begun: now, last: now} }

// Next returns how many units the next chunk should have, at the time now, after a chunk of
// which ran units were run; there was none if ran is 0.
func (p *Pace) Next(ran int, now time.Duration) (units int) {
	if ran == 0 {
		return 1
	}
	return p.after(ran, now)
}

// Elapsed returns how long the share had gone on when its present chunk began.
func (p *Pace) Elapsed() time.Duration { return p.last - p.begun }
