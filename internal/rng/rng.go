package rng

// Rand is xorshift64* (Vigna, An Experimental Exploration of Marsaglia's
// xorshift Generators, Scrambled, TOMS 2016): one word of state, a few
// instructions. One goroutine only. Make it with New; the zero value yields
// zeros only.
type Rand uint64

// New returns a generator whose sequence depends on seed alone.
func New(seed uint64) Rand {
	return Rand(seed*0x9E3779B97F4A7C15 | 1)
}

// Next returns the next number.
func (r *Rand) Next() uint64 {
	x := uint64(*r)
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	*r = Rand(x)
	return x * 0x2545F4914F6CDD1D
}

// Below returns a number in [0, n), n > 0.
func (r *Rand) Below(n int) int {
	return int(r.Next() >> 33 % uint64(n))
}
