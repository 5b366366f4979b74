package workload

import "github.com/skua-go/skua"

const (
	matmulDefault = 1024 // 1.1 billion multiplications
	matmulMax     = 8192
	matmulBlock   = 64  // of this side or less is not divided: three blocks fit in 96 KB
	matmulLimit   = 100 // of the numbers: products sum to less than 2²⁷
)

var matmulWorkload = Workload{
	Name:    "matmul",
	Doc:     "multiply two matrices of n by n, by halves down to blocks",
	Params:  []Param{{Name: "n", Default: "1024", Doc: "multiply matrices of `n` rows"}},
	prepare: prepareMatmul,
}

var productFunc = skua.NewFunc(multiply)

func prepareMatmul(r *reader) *Instance {
	n := r.whole("n", matmulDefault, 1, matmulMax)
	a, b := newNoise(n, matmulLimit, 0), newNoise(n, matmulLimit, n*n)
	results := spares[matrix]{make: func() *matrix { m := newMatrix(n, n); return &m }}
	return &Instance{
		Params: struct {
			N int `json:"n"`
		}{n},
		Parallel: func(p skua.Place) any {
			c := results.get()
			c.clear()
			productFunc.On(p, product{*c, a, b, 1})
			sum := c.checksum(p, 1)
			results.put(c)
			return sum
		},
		Sequential: func() any {
			c := results.get()
			c.clear()
			multiplySeq(product{*c, a, b, 1})
			sum := c.checksumSeq(1)
			results.put(c)
			return sum
		},
		Check: checkEqual(productChecksum(a, b)),
		Tasks: func(any) int { return product{a, a, b, 1}.forks() },
	}
}

// A product is a task: add sign·a·b to c.
type product struct {
	c, a, b matrix
	sign    float64
}

// multiply halves the largest side. Halves of the rows or columns of c are
// independent; halves of the sum go to the same c, one after the other.
func multiply(f *skua.Frame[product, struct{}], p product) (none struct{}) {
	x, y, how := p.split()
	switch how {
	case whole:
		p.c.addProduct(p.a, p.b, p.sign)
	case independent:
		multiply(f.Fork(y), x)
		if _, done := f.Join(); !done {
			multiply(f, y)
		}
	case inOrder:
		multiply(f, x)
		multiply(f, y)
	}
	return none
}

// multiplySeq is multiply without the forks.
func multiplySeq(p product) {
	x, y, how := p.split()
	if how == whole {
		p.c.addProduct(p.a, p.b, p.sign)
		return
	}
	multiplySeq(x)
	multiplySeq(y)
}

// How the halves of a task depend on each other.
type halves int

const (
	whole       halves = iota // there are none
	independent               // not at all
	inOrder                   // the second comes after the first
)

func (p product) split() (x, y product, how halves) {
	x, y = p, p
	rows, cols, inner := p.c.rows, p.c.cols, p.a.cols
	switch {
	case max(rows, cols, inner) <= matmulBlock:
		return x, y, whole
	case rows >= max(cols, inner):
		x.c, x.a = p.c.lines(0, rows/2), p.a.lines(0, rows/2)
		y.c, y.a = p.c.lines(rows/2, rows), p.a.lines(rows/2, rows)
		return x, y, independent
	case cols >= inner:
		x.c, x.b = p.c.columns(0, cols/2), p.b.columns(0, cols/2)
		y.c, y.b = p.c.columns(cols/2, cols), p.b.columns(cols/2, cols)
		return x, y, independent
	default:
		x.a, x.b = p.a.columns(0, inner/2), p.b.lines(0, inner/2)
		y.a, y.b = p.a.columns(inner/2, inner), p.b.lines(inner/2, inner)
		return x, y, inOrder
	}
}

// forks returns how many forks multiply makes.
func (p product) forks() int {
	x, y, how := p.split()
	switch how {
	case whole:
		return 0
	case independent:
		return 1 + x.forks() + y.forks()
	default:
		return x.forks() + y.forks()
	}
}
