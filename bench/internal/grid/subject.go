package grid

import "slices"

// A Subject is a function of par.
type Subject struct {
	Name string
	Also string // what has the same engine
	Bare bool   // it calls no function for an element: there is one cost
	// start makes the ways for n elements, each of which costs so many steps beyond the first.
	start func(n, steps int) ways
}

// ways do the same work. Each returns something that depends on all of it: par and value the same. inline
// may run on parts of [0, n) at once. One that is nil is value's.
type ways struct {
	par, value func() uint64
	inline     func(lo, hi int) uint64
}

// Subjects are all of them.
func Subjects() []Subject {
	return slices.Concat(loops, reductions, predicates, keys, orders)
}

// Names are those of the subjects, in their order.
func Names() (names []string) {
	for _, s := range Subjects() {
		names = append(names, s.Name)
	}
	return names
}

// The step of a generator of numbers.
const (
	factor = 6364136223846793005
	term   = 1442695040888963407
)

// work takes a step of the generator from v, and some more. It is inlined.
func work(v uint64, steps int) uint64 {
	v = v*factor + term
	for range steps {
		v = v*factor + term
	}
	return v
}

// never is what work does not return.
const never = 1

// weigh spends as many steps as an element costs. One that costs about a nanosecond has none to spend.
func weigh(v uint64, steps int) uint64 {
	if steps > 0 && work(v, steps) == never {
		return 1
	}
	return 0
}

// numbers are n that look random.
func numbers(n int) []uint64 {
	s := make([]uint64, n)
	for i := range s {
		v := work(uint64(i), 1)
		s[i] = v ^ v>>32
	}
	return s
}

// some is an element of the result, or 0: it tells results apart well enough, and costs nothing.
func some(s []uint64) uint64 {
	if len(s) == 0 {
		return 0
	}
	return s[len(s)/2] + s[len(s)-1] + uint64(len(s))
}
