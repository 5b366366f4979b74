package strand

import (
	"math"
	"math/bits"
)

// The accumulator has one bit for each that a finite float64 can have, in chunks of 32 bits from the
// lowest, 2^-1074, on, and room above for the carry of many.
const (
	chunkBits  = 32
	chunks     = (2046+52)/chunkBits + 3
	lowest     = -1074
	mostAdds   = 1 << 30 // before carries are moved up: a chunk is below 2^62 until then
	chunkMask  = 1<<chunkBits - 1
	fraction   = 52
	exponents  = 0x7ff
	hiddenBit  = 1 << fraction
	fractional = hiddenBit - 1
)

// Exact is the exact sum of any number of float64. Since nothing is rounded before Sum, the order of the
// numbers makes no difference, not even to the last bit. The zero value is 0, and a copy is a sum
// of its own. One goroutine at a time.
//
//	E1  The finite numbers come to Σ chunk[k] · 2^(32k-1074).
//	E2  Between two calls no chunk is more than (adds+1) · 2^32 away from 0.
//
// Neal, Fast exact summation using small and large superaccumulators, arXiv:1505.05571, 2015 [NE15]:
// his small one.
type Exact struct {
	chunk   [chunks]int64
	adds    int
	special float64 // the sum of those that are not finite
}

// NewExact returns a reducer that sums float64:
//
//	total.View().Add(x)
//	sum := total.Value().Sum()
//
// The sum is the same to the bit for every number of workers. It never blocks.
func NewExact() *Reducer[Exact] {
	return NewReducer(func() Exact { return Exact{} }, func(left, right Exact) Exact {
		left.Merge(&right)
		return left
	})
}

// Add adds x. It costs some 5 ns (BenchmarkExact), and never blocks.
func (e *Exact) Add(x float64) {
	word := math.Float64bits(x)
	exp, m := word>>fraction&exponents, word&fractional
	switch exp {
	case exponents:
		e.special += x
		return
	case 0:
		exp = 1 // a subnormal number has the exponent of the least normal one, and no hidden bit
	default:
		m |= hiddenBit
	}
	at, shift := (exp-1)/chunkBits, (exp-1)%chunkBits
	low, middle := int64(m<<shift&chunkMask), int64(m>>(chunkBits-shift)&chunkMask)
	high := int64(m >> (2*chunkBits - shift))
	if c := e.chunk[at : at+3]; x < 0 {
		c[0], c[1], c[2] = c[0]-low, c[1]-middle, c[2]-high
	} else {
		c[0], c[1], c[2] = c[0]+low, c[1]+middle, c[2]+high
	}
	if e.adds++; e.adds == mostAdds {
		e.carry()
	}
}

// Merge adds all that was added to other, which stays the same number. It never blocks.
func (e *Exact) Merge(other *Exact) {
	e.carry()
	other.carry()
	for k := range e.chunk {
		e.chunk[k] += other.chunk[k]
	}
	e.special += other.special
	e.adds = 2
}

// carry moves up what is above 32 bits in each chunk but the last.
func (e *Exact) carry() {
	for k := range chunks - 1 {
		over := e.chunk[k] >> chunkBits // rounds down, so what stays is not below 0
		e.chunk[k] -= over << chunkBits
		e.chunk[k+1] += over
	}
	e.adds = 0
}

// Sum returns the number nearest to the exact sum; of two that are as near, the even one. A sum
// beyond all finite numbers is infinite, and a sum of zeros is 0. If some of the numbers were
// infinities or NaN, Sum returns the sum of just these. It never blocks.
func (e Exact) Sum() float64 {
	if e.special != 0 { // NaN, too
		return e.special
	}
	e.carry()
	sign := 1.0
	if e.chunk[chunks-1] < 0 {
		sign = -1
		for k := range e.chunk {
			e.chunk[k] = -e.chunk[k]
		}
		e.carry()
	}
	at := chunks - 1
	for at > 0 && e.chunk[at] == 0 {
		at--
	}
	n := uint64(e.chunk[at])
	for at > 0 && n>>chunkBits == 0 {
		at--
		n = n<<chunkBits | uint64(e.chunk[at])
	}
	exp := lowest + chunkBits*at
	if at > 0 { // the upper 64 bits; the lowest of them, which only says where to round, is set if any below is
		at--
		room := bits.LeadingZeros64(n)
		next := uint64(e.chunk[at])
		n, exp = n<<room|next>>(chunkBits-room), exp-room
		for next &= 1<<(chunkBits-room) - 1; at > 0 && next == 0; {
			at--
			next = uint64(e.chunk[at])
		}
		if next != 0 {
			n |= 1
		}
	}
	return sign * math.Ldexp(float64(n), exp) // exactly: one that is subnormal has less than 53 bits
}
