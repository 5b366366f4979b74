package workload

const luScale = 1 << 20 // every number is a multiple of 1/luScale

// luNumbers make a matrix whose factors are known. The lower one has
// p[i]·q[j]/luScale below its diagonal of 1, the upper one r[i]·s[j] above its
// diagonal of luScale, with odd numbers from -3 to 3. Then their product is
//
//   - known without a multiplication of matrices, by the sums of q[k]·r[k];
//   - exact, as is all that elimination makes of it: no number has more than 41
//     bits before and behind the point;
//   - diagonally dominant: beside a diagonal of about 2²⁰ no number is larger
//     than 10, and there are fewer than 2¹³ of them.
type luNumbers struct{ p, q, r, s, sums []float64 }

func newLUNumbers(n int) luNumbers {
	odd := func(seed int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = float64(2*noise(seed*n+i, 1) + 1)
		}
		return v
	}
	l := luNumbers{odd(0), odd(1), odd(2), odd(3), make([]float64, n)}
	for k := range n - 1 {
		l.sums[k+1] = l.sums[k] + l.q[k]*l.r[k]
	}
	return l
}

// fill sets row i of m to that of the product.
func (l luNumbers) fill(m matrix, i int) {
	row := m.row(i)
	for j := range row {
		x := l.p[i] * l.s[j] * l.sums[min(i, j)] / luScale
		switch {
		case i < j:
			x += l.r[i] * l.s[j]
		case i > j:
			x += l.p[i] * l.q[j]
		default:
			x += luScale
		}
		row[j] = x
	}
}

// factor returns the number at row i and column j of the two factors in one
// matrix.
func (l luNumbers) factor(i, j int) float64 {
	switch {
	case i > j:
		return l.p[i] * l.q[j] / luScale
	case i < j:
		return l.r[i] * l.s[j]
	default:
		return luScale
	}
}

// checksum returns that of the two factors in one matrix.
func (l luNumbers) checksum() Checksum {
	var sum uint64
	for i := range l.p {
		for j := range l.p {
			sum += left(i) * right(j) * uint64(int64(l.factor(i, j)*luScale))
		}
	}
	return Checksum(sum)
}
