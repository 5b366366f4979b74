package workload

import (
	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

const (
	luDefault = 1280 // 0.7 billion multiplications
	luMax     = 8192 // so luNumbers counts on it
	luBlock   = 32   // of this side or less is not divided
)

var luWorkload = Workload{
	Name:    "lu",
	Doc:     "factor a matrix of n by n into a lower and an upper triangle",
	Params:  []Param{{Name: "n", Default: "1280", Doc: "factor a matrix of `n` rows"}},
	prepare: prepareLU,
}

var (
	luFunc     = skua.NewFunc(factor)
	borderFunc = skua.NewFunc(solve)
)

func prepareLU(r *reader) *Instance {
	n := r.whole("n", luDefault, 1, luMax)
	input := newLUNumbers(n)
	results := spares[matrix]{make: func() *matrix { m := newMatrix(n, n); return &m }}
	return &Instance{
		Params: struct {
			N int `json:"n"`
		}{n},
		Parallel: func(p skua.Place) any {
			a := results.get()
			par.For(n, func(i int) { input.fill(*a, i) }, par.On(p))
			luFunc.On(p, *a)
			sum := a.checksum(p, luScale)
			results.put(a)
			return sum
		},
		Sequential: func() any {
			a := results.get()
			for i := range n {
				input.fill(*a, i)
			}
			factorSeq(*a)
			sum := a.checksumSeq(luScale)
			results.put(a)
			return sum
		},
		Check: checkEqual(input.checksum()),
		Tasks: func(any) int {
			a := results.get()
			defer results.put(a)
			return luForks(*a)
		},
	}
}

// factor replaces a by its factors, without pivots: below the diagonal stands
// the lower one, whose diagonal is 1, the rest is the upper one. It forks by the
// tasks that it calls.
func factor(f *skua.Frame[matrix, struct{}], a matrix) (none struct{}) {
	if a.rows <= luBlock {
		a.eliminate()
		return none
	}
	q := a.quarters(a.rows / 2)
	factor(f, q[0][0])
	borderFunc.On(f, border{q[0][0], q[0][1], q[1][0]})
	productFunc.On(f, product{q[1][1], q[1][0], q[0][1], -1})
	return factor(f, q[1][1])
}

// factorSeq is factor without the forks.
func factorSeq(a matrix) {
	if a.rows <= luBlock {
		a.eliminate()
		return
	}
	q := a.quarters(a.rows / 2)
	factorSeq(q[0][0])
	solveSeq(border{q[0][0], q[0][1], q[1][0]})
	multiplySeq(product{q[1][1], q[1][0], q[0][1], -1})
	factorSeq(q[1][1])
}

// eliminate is factor row by row.
func (m matrix) eliminate() {
	for k := range m.rows {
		pivot := m.row(k)[k:]
		for i := k + 1; i < m.rows; i++ {
			subtract(m.row(i)[k:], pivot)
		}
	}
}

// subtract takes the multiple of pivot off row that makes its first number zero,
// and leaves the multiplier there.
func subtract(row, pivot []float64) {
	x := row[0] / pivot[0]
	row[0] = x
	for j, y := range pivot[1:] {
		row[j+1] -= x * y
	}
}

// A border is a task: given the factors of the corner, those of the blocks right
// of it and below it. A block that is not there has no rows.
type border struct{ corner, right, below matrix }

func solve(f *skua.Frame[border, struct{}], b border) (none struct{}) {
	x, y, ok := b.split()
	if !ok {
		b.run()
		return none
	}
	solve(f.Fork(y), x)
	if _, done := f.Join(); !done {
		solve(f, y)
	}
	return none
}

// solveSeq is solve without the forks.
func solveSeq(b border) {
	x, y, ok := b.split()
	if !ok {
		b.run()
		return
	}
	solveSeq(x)
	solveSeq(y)
}

// split parts the two blocks, then cuts a block in strips that reach up to the
// diagonal.
func (b border) split() (x, y border, ok bool) {
	x, y = b, b
	cols, rows := b.right.cols, b.below.rows
	switch {
	case cols > 0 && rows > 0:
		x.below, y.right = matrix{}, matrix{}
	case cols > luBlock:
		x.right, y.right = b.right.columns(0, cols/2), b.right.columns(cols/2, cols)
	case rows > luBlock:
		x.below, y.below = b.below.lines(0, rows/2), b.below.lines(rows/2, rows)
	default:
		return x, y, false
	}
	return x, y, true
}

// run does one strip: of the block on the right it takes off what the rows above
// have been found to be, of the one below what the columns on the left have.
func (b border) run() {
	for i := range b.right.rows {
		b.right.lines(i, i+1).addProduct(b.corner.lines(i, i+1).columns(0, i), b.right, -1)
	}
	for i := range b.below.rows {
		row := b.below.row(i)
		for k := range row {
			subtract(row[k:], b.corner.row(k)[k:])
		}
	}
}

// luForks returns how many forks the tasks of factor make.
func luForks(a matrix) int {
	if a.rows <= luBlock {
		return 0
	}
	q := a.quarters(a.rows / 2)
	return luForks(q[0][0]) + border{q[0][0], q[0][1], q[1][0]}.forks() +
		product{q[1][1], q[1][0], q[0][1], -1}.forks() + luForks(q[1][1])
}

func (b border) forks() int {
	x, y, ok := b.split()
	if !ok {
		return 0
	}
	return 1 + x.forks() + y.forks()
}
