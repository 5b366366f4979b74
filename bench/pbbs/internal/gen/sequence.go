package gen

import "math"

// Ints returns n integers below limit: randomSeq of type int.
func Ints(n int, limit uint64) []uint64 {
	a := make([]uint64, n)
	for i := range a {
		a[i] = Hash64(uint64(i)) % limit
	}
	return a
}

// Exponential returns n integers below n, small ones exponentially more often in the sense that
// the number of values they are drawn from is a random power of two: exptSeq.
func Exponential(n int) []uint64 {
	a := make([]uint64, n)
	lg := uint64(log2up(n) + 1)
	r := random(0)
	for i := range a {
		k := 2 * uint64(i)
		most := uint64(1) << (r.at(k) % lg)
		a[i] = r.at(most+r.at(k+1)%most) % uint64(n)
	}
	return a
}

// AlmostEqual returns n integers below limit, half of which are equal: almostEqualSeq.
func AlmostEqual(n int, limit uint64) []uint64 {
	a := make([]uint64, n)
	for i := range a {
		if x := Hash64(uint64(i)); x%2 == 0 {
			a[i] = 1723451871 % limit
		} else {
			a[i] = x % limit
		}
	}
	return a
}

// AlmostSorted returns the first n integers with √n random swaps: almostSortedSeq.
func AlmostSorted(n int) []uint64 {
	a := make([]uint64, n)
	for i := range a {
		a[i] = uint64(i)
	}
	swaps := uint64(math.Floor(math.Sqrt(float64(float32(n)))))
	for i := range swaps {
		x, y := Hash64(2*i)%uint64(n), Hash64(2*i+1)%uint64(n)
		a[x], a[y] = a[y], a[x]
	}
	return a
}

// Attached returns n integers below limit, to go along with others: addDataSeq.
func Attached(n int, limit uint64) []uint64 {
	a := make([]uint64, n)
	for i := range a {
		a[i] = random(23).at(uint64(i)) % limit
	}
	return a
}

// Reals returns n reals in [0, 1): randomSeq of type double.
func Reals(n int) []float64 {
	a := make([]float64, n)
	for i := range a {
		x := Hash64(Hash64(uint64(i+1) * 0x7fffffff))
		a[i] = float64(x) * 0x1p-64
		if a[i] >= 1 {
			a[i] = math.Nextafter(1, 0)
		}
	}
	return a
}

// AsReals returns the same numbers as reals.
func AsReals(a []uint64) []float64 {
	b := make([]float64, len(a))
	for i, x := range a {
		b[i] = float64(x)
	}
	return b
}
