package workload

import "github.com/skua-go/skua"

// A matrix is a rectangle of numbers, row by row: a whole matrix or a block of
// one.
type matrix struct {
	rows, cols int
	stride     int // from a number to the one below it
	data       []float64
}

func newMatrix(rows, cols int) matrix {
	return matrix{rows, cols, cols, make([]float64, rows*cols)}
}

// newNoise returns a square matrix of whole numbers from -limit to limit. As
// long as all results fit in 53 bits, arithmetic with them is exact in any order.
func newNoise(n, limit, seed int) matrix {
	m := newMatrix(n, n)
	for i := range m.data {
		m.data[i] = float64(noise(seed+i, limit))
	}
	return m
}

func (m matrix) row(i int) []float64 { return m.data[i*m.stride:][:m.cols] }

// columns returns the block of the columns [lo, hi), rows that of the rows.
func (m matrix) columns(lo, hi int) matrix {
	return matrix{m.rows, hi - lo, m.stride, m.data[lo:]}
}

func (m matrix) lines(lo, hi int) matrix {
	return matrix{hi - lo, m.cols, m.stride, m.data[lo*m.stride:]}
}

// quarters cuts m below row r and behind column r.
func (m matrix) quarters(r int) (q [2][2]matrix) {
	for i, half := range [2]matrix{m.lines(0, r), m.lines(r, m.rows)} {
		q[i] = [2]matrix{half.columns(0, r), half.columns(r, m.cols)}
	}
	return q
}

func (m matrix) clear() {
	for i := range m.rows {
		clear(m.row(i))
	}
}

// addProduct adds sign·a·b to m. It is not inlined, nor are other kernels, so that
// both versions of a workload run the same instructions.
//
//go:noinline
func (m matrix) addProduct(a, b matrix, sign float64) {
	for i := range m.rows {
		sums := m.row(i)
		for k, x := range a.row(i) {
			x *= sign
			for j, y := range b.row(k)[:len(sums)] {
				sums[j] += x * y
			}
		}
	}
}

// left and right are the factors that a matrix is multiplied by for its
// checksum.
func left(i int) uint64  { return mix(2*i) | 1 }
func right(j int) uint64 { return mix(2*j+1) | 1 }

// sumLines returns the part of m's checksum that rows [lo, hi) have: with the
// vectors u of left and v of right, all of it is u·m·v. The numbers of m are
// multiples of 1/scale.
func (m matrix) sumLines(lo, hi int, scale float64) (sum uint64) {
	for i := lo; i < hi; i++ {
		var line uint64
		for j, x := range m.row(i) {
			line += right(j) * uint64(int64(x*scale))
		}
		sum += left(i) * line
	}
	return sum
}

func (m matrix) checksumSeq(scale float64) Checksum {
	return Checksum(m.sumLines(0, m.rows, scale))
}

func (m matrix) checksum(p skua.Place, scale float64) Checksum {
	return Checksum(sumLoop(p, m.rows, func(lo, hi int) uint64 { return m.sumLines(lo, hi, scale) }))
}

// productChecksum returns the checksum that a·b must have: since u·(a·b)·v is
// (u·a)·(b·v), it takes two products of a matrix by a vector. That is how
// Freivalds, Probabilistic Machines Can Use Less Running Time, IFIP Congress 1977
// [FR77], verifies a product of matrices.
func productChecksum(a, b matrix) Checksum {
	var sum uint64
	ua := make([]uint64, a.cols)
	for i := range a.rows {
		for k, x := range a.row(i) {
			ua[k] += left(i) * uint64(int64(x))
		}
	}
	for k := range b.rows {
		for j, y := range b.row(k) {
			sum += ua[k] * uint64(int64(y)) * right(j)
		}
	}
	return Checksum(sum)
}
