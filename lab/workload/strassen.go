package workload

import "github.com/skua-go/skua"

const (
	strassenDefault = 1024 // 4 divisions, 2400 forks
	strassenMax     = 4096
	strassenBlock   = 64 // of this side or less is multiplied plainly, and so is one of odd side
)

var strassenWorkload = Workload{
	Name:    "strassen",
	Doc:     "multiply two matrices of n by n by Strassen's seven products",
	Params:  []Param{{Name: "n", Default: "1024", Doc: "multiply matrices of `n` rows"}},
	prepare: prepareStrassen,
}

func prepareStrassen(r *reader) *Instance {
	n := r.whole("n", strassenDefault, 1, strassenMax)
	// All is exact: after 6 divisions sums are below 2¹³, their products of 64 by 64
	// below 2³², and what 6 levels make of those, four at a time, below 2⁴⁴.
	a, b := newNoise(n, matmulLimit, 0), newNoise(n, matmulLimit, n*n)
	s := newStrassen(n)
	results := spares[matrix]{make: func() *matrix { m := newMatrix(n, n); return &m }}
	return &Instance{
		Params: struct {
			N int `json:"n"`
		}{n},
		Parallel: func(p skua.Place) any {
			c := results.get()
			s.task.On(p, factors{*c, a, b})
			sum := c.checksum(p, 1)
			results.put(c)
			return sum
		},
		Sequential: func() any {
			c := results.get()
			s.multiplySeq(factors{*c, a, b})
			sum := c.checksumSeq(1)
			results.put(c)
			return sum
		},
		Check: checkEqual(productChecksum(a, b)),
		Tasks: func(any) int { return s.forks(n) },
	}
}

// A strassen multiplies as Strassen, Gaussian Elimination Is Not Optimal,
// Numerische Mathematik 13, 1969 [ST69]. Sums of blocks are made by the task that
// needs them, so the span is Θ(n²).
type strassen struct {
	task  *skua.Func[factors, struct{}]
	space map[int]*spares[strassenSpace] // by the side of the matrices to multiply
}

// factors is a task: set c to a·b.
type factors struct{ c, a, b matrix }

// strassenSpace is what one division needs, besides the result.
type strassenSpace struct {
	a, b [5]matrix // sums of blocks
	m    [7]matrix // products of sums
	task [7]factors
	done [7]struct{}
}

func newStrassen(n int) *strassen {
	s := &strassen{space: map[int]*spares[strassenSpace]{}}
	for ; divides(n); n /= 2 {
		half := n / 2
		s.space[n] = &spares[strassenSpace]{make: func() *strassenSpace { return newStrassenSpace(half) }}
	}
	s.task = skua.NewFunc(s.multiply)
	return s
}

func newStrassenSpace(half int) *strassenSpace {
	w := &strassenSpace{}
	for _, ms := range [][]matrix{w.a[:], w.b[:], w.m[:]} {
		for i := range ms {
			ms[i] = newMatrix(half, half)
		}
	}
	return w
}

func divides(n int) bool { return n > strassenBlock && n%2 == 0 }

func (s *strassen) multiply(f *skua.Frame[factors, struct{}], t factors) (none struct{}) {
	n := t.c.rows
	if !divides(n) {
		t.run()
		return none
	}
	w := s.space[n].get()
	w.divide(t)
	f.Each(w.task[:], w.done[:])
	w.combine(t.c)
	s.space[n].put(w)
	return none
}

// multiplySeq is multiply without the forks.
func (s *strassen) multiplySeq(t factors) {
	n := t.c.rows
	if !divides(n) {
		t.run()
		return
	}
	w := s.space[n].get()
	w.divide(t)
	for _, task := range w.task {
		s.multiplySeq(task)
	}
	w.combine(t.c)
	s.space[n].put(w)
}

// forks returns how many forks multiply makes: six for each division.
func (s *strassen) forks(n int) int {
	if !divides(n) {
		return 0
	}
	return 6 + 7*s.forks(n/2)
}

func (t factors) run() {
	t.c.clear()
	t.c.addProduct(t.a, t.b, 1)
}

// divide makes the seven tasks, in Strassen's order: I to VII.
func (w *strassenSpace) divide(t factors) {
	a, b := t.a.quarters(t.a.rows/2), t.b.quarters(t.b.rows/2)
	w.a[0].setSum(a[0][0], a[1][1], 1)
	w.a[1].setSum(a[1][0], a[1][1], 1)
	w.a[2].setSum(a[0][0], a[0][1], 1)
	w.a[3].setSum(a[1][0], a[0][0], -1)
	w.a[4].setSum(a[0][1], a[1][1], -1)
	w.b[0].setSum(b[0][0], b[1][1], 1)
	w.b[1].setSum(b[0][1], b[1][1], -1)
	w.b[2].setSum(b[1][0], b[0][0], -1)
	w.b[3].setSum(b[0][0], b[0][1], 1)
	w.b[4].setSum(b[1][0], b[1][1], 1)
	w.task = [7]factors{
		{w.m[0], w.a[0], w.b[0]},
		{w.m[1], w.a[1], b[0][0]},
		{w.m[2], a[0][0], w.b[1]},
		{w.m[3], a[1][1], w.b[2]},
		{w.m[4], w.a[2], b[1][1]},
		{w.m[5], w.a[3], w.b[3]},
		{w.m[6], w.a[4], w.b[4]},
	}
}

// combine sets c to what the seven products make of it.
func (w *strassenSpace) combine(c matrix) {
	q := c.quarters(c.rows / 2)
	for i := range w.m[0].rows {
		i1, i2, i3, i4 := w.m[0].row(i), w.m[1].row(i), w.m[2].row(i), w.m[3].row(i)
		i5, i6, i7 := w.m[4].row(i), w.m[5].row(i), w.m[6].row(i)
		c00, c01, c10, c11 := q[0][0].row(i), q[0][1].row(i), q[1][0].row(i), q[1][1].row(i)
		for j := range i1 {
			c00[j] = i1[j] + i4[j] - i5[j] + i7[j]
			c01[j] = i3[j] + i5[j]
			c10[j] = i2[j] + i4[j]
			c11[j] = i1[j] + i3[j] - i2[j] + i6[j]
		}
	}
}

// setSum sets m to a + sign·b.
func (m matrix) setSum(a, b matrix, sign float64) {
	for i := range m.rows {
		sums, x, y := m.row(i), a.row(i), b.row(i)
		for j := range sums {
			sums[j] = x[j] + sign*y[j]
		}
	}
}
