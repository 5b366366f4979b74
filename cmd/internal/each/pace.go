package each

import "time"

// A pace says how many inputs are worth a process of their own.
type pace struct {
	given int           // --min, 0 to learn it
	each  time.Duration // what an input takes, with its part of the start of a process; 0 if not known
}

const (
	// firstLeast holds until something is known. It makes one command a slot of a short list.
	// Chosen, not measured.
	firstLeast = 8

	// worthwhile is how long a command should run: the start of a process takes about 1 ms, so
	// that is a twentieth.
	worthwhile = 20 * time.Millisecond
)

// ended learns from a command with n inputs that began then and has ended now.
func (p *pace) ended(begun time.Time, n int) {
	if n == 0 {
		return
	}
	sample := max(time.Since(begun)/time.Duration(n), 1)
	if p.each == 0 {
		p.each = sample
		return
	}
	p.each = (p.each + sample) / 2
}

// least is the least number of inputs that a command takes, if there are that many.
func (p *pace) least() int {
	switch {
	case p.given > 0:
		return p.given
	case p.each == 0:
		return firstLeast
	}
	return max(1, int(worthwhile/p.each))
}
