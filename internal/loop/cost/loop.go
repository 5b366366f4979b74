package cost

import "time"

// moment is within which indices should be over that are not worth to be stolen. Arbitrary.
const moment = 2 * time.Microsecond

// Loop is what the maker of a loop learns of it. The zero value learns nothing.
type Loop struct {
	here  site
	begun time.Duration
	Ran   int           // indices that the maker ran or dropped
	spent time.Duration // in its body
}

// Learns reports whether something is learnt of the loop.
func (l *Loop) Learns() bool { return l.here.word != nil }

// Takes returns how long n indices of a loop that is learnt from seem to take.
func (l *Loop) Takes(n int) time.Duration { return l.here.takes(n) }

// SoonOver reports whether n indices should be over sooner than they could be stolen, as far as the
// maker knows.
func (l *Loop) SoonOver(n int) bool {
	return l.Learns() && time.Duration(n)*l.spent < time.Duration(l.Ran)*moment
}
