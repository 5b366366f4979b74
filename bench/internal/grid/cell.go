package grid

import "time"

// A Cell is what was measured of one function at one length, with elements of one cost. Times are
// nanoseconds for a call. With one worker they are processor time, medians over rounds; with two they are by
// the clock, which other programs only make longer, and lower quartiles.
type Cell struct {
	Function string
	Workers  int
	Cost     time.Duration // of an element, about
	N        int
	Par      float64 // the function of par
	Value    float64 // the serial loop over the same function value
	Inline   float64 // the serial loop that the compiler sees through
	Halves   float64 // halves of that on two goroutines; 0 with one worker
	Rounds   int
}

// Ratio is how much longer par takes than the serial loop.
func (c Cell) Ratio() float64 { return c.Par / c.Value }

// Room is how many times as fast two goroutines are without a scheduler.
func (c Cell) Room() float64 { return c.Inline / c.Halves }

// What the promise allows.
const (
	share  = 0.05                   // par may be slower by this part
	moment = 500 * time.Nanosecond  // and by this time
	pays   = 100 * time.Microsecond // of work: from here on a second worker pays
	gain   = 1.6                    // so many times
)

// A Verdict is what the promise says of a cell.
type Verdict int

const (
	Kept    Verdict = iota
	Unknown         // a second worker would have to pay, but two goroutines alone do not gain as much
	Idle            // red: the second worker does not pay
	Slower          // red: slower than the serial loop
	Twice           // red: more than twice as slow
)

// Red reports whether the promise is broken.
func (v Verdict) Red() bool { return v >= Idle }

// Verdict judges the cell. Two goroutines without a scheduler tell whether memory, or another program, is
// the limit: if they do not gain what is promised, no gain is asked for.
func (c Cell) Verdict() Verdict {
	switch over := c.Par - c.Value*(1+share) - float64(moment); {
	case over > 0 && c.Ratio() > 2:
		return Twice
	case over > 0:
		return Slower
	case c.Workers < 2 || c.Value < float64(pays) || c.Ratio()*gain <= 1:
		return Kept
	case c.Room() < gain:
		return Unknown
	}
	return Idle
}
