package cases

import "fmt"

const (
	matrixBlock = 64  // a product of this side is not divided
	matrixLimit = 100 // of the numbers
)

// A matrix is a block of one, row by row.
type matrix struct {
	rows, cols, stride int
	data               []float64
}

// newMatrix has the numbers of lab/workload: whole ones, so that sums are exact.
func newMatrix(n, first int) matrix {
	m := matrix{n, n, n, make([]float64, n*n)}
	for i := range m.data {
		m.data[i] = float64(int(mix(0, first+i)%(2*matrixLimit+1)) - matrixLimit)
	}
	return m
}

func (m matrix) row(i int) []float64 { return m.data[i*m.stride:][:m.cols] }

// across cuts m between two rows in the middle, down between two columns.
func (m matrix) across() (upper, lower matrix) {
	upper, lower = m, m
	upper.rows, lower.rows = m.rows/2, m.rows-m.rows/2
	lower.data = m.data[upper.rows*m.stride:]
	return upper, lower
}

func (m matrix) down() (left, right matrix) {
	left, right = m, m
	left.cols, right.cols = m.cols/2, m.cols-m.cols/2
	right.data = m.data[left.cols:]
	return left, right
}

// multiply adds a·b to m. It halves the longest side; two halves of the sum go to
// the same numbers, one after the other.
func (m matrix) multiply(a, b matrix, both func(a, b func())) {
	switch longest := max(m.rows, m.cols, a.cols); {
	case longest <= matrixBlock:
		m.addProduct(a, b)
	case m.rows == longest:
		m1, m2 := m.across()
		a1, a2 := a.across()
		both(func() { m1.multiply(a1, b, both) }, func() { m2.multiply(a2, b, both) })
	case m.cols == longest:
		m1, m2 := m.down()
		b1, b2 := b.down()
		both(func() { m1.multiply(a, b1, both) }, func() { m2.multiply(a, b2, both) })
	default:
		a1, a2 := a.down()
		b1, b2 := b.across()
		m.multiply(a1, b1, both)
		m.multiply(a2, b2, both)
	}
}

//go:noinline
func (m matrix) addProduct(a, b matrix) {
	for i := range m.rows {
		sums := m.row(i)
		for k, x := range a.row(i) {
			for j, y := range b.row(k)[:len(sums)] {
				sums[j] += x * y
			}
		}
	}
}

// checksum is the one of lab/workload.
func (m matrix) checksum() string {
	var sum uint64
	for i := range m.rows {
		var line uint64
		for j, x := range m.row(i) {
			line += (mix(0, 2*j+1) | 1) * uint64(int64(x))
		}
		sum += (mix(0, 2*i) | 1) * line
	}
	return fmt.Sprintf("%016x", sum)
}
