package gen

// Hash64 is the hash that all generators draw from.
func Hash64(u uint64) uint64 {
	v := u*3935559000370003845 + 2691343689449507681
	v ^= v >> 21
	v ^= v << 37
	v ^= v >> 4
	v *= 4768777513237032717
	v ^= v << 20
	v ^= v >> 41
	v ^= v << 5
	return v
}

// Unit is a real in [0, 1] by its index, of 31 bits.
func Unit(i uint64) float64 {
	const most = 1<<31 - 1
	return float64(Hash64(i)&most) / float64(most)
}

// Weight is a weight of an edge by the edge's index.
func Weight(i int) float32 { return float32(Unit(uint64(i))) }

// A random is a series of numbers by their index.
type random uint64

func (r random) at(i uint64) uint64   { return Hash64(i + uint64(r)) }
func (r random) fork(i uint64) random { return random(Hash64(Hash64(i + uint64(r)))) }

// log2up is the least k for which 2^k is at least n.
func log2up(n int) (k int) {
	for n--; n > 0; n >>= 1 {
		k++
	}
	return k
}
