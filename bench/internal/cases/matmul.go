package cases

var matmulCase = Case{
	ID:       "matmul",
	Question: "A product of two matrices by halves, down to blocks of 64 by 64: regular tasks with heavy leaves. Time for a multiplication.",
	Unit:     "multiplication",
	Rows: func(full bool) []Params {
		if full {
			return []Params{params("n", 1024)}
		}
		return []Params{params("n", 512)}
	},
	Want: workloadWant("matmul"),
	Ways: func() []Way {
		ops := func(p Params) int { n := p.Int("n"); return n * n * n }
		return together(workloadWays("matmul", ops),
			native("rayon", "tbb"),
			rivals(both, func(both func(a, b func()), p Params, _ int) *Run {
				n := p.Int("n")
				a, b, c := newMatrix(n, 0), newMatrix(n, n*n), matrix{n, n, n, make([]float64, n*n)}
				return &Run{
					Ops: ops(p),
					Once: func() {
						clear(c.data)
						c.multiply(a, b, both)
					},
					Answer: c.checksum,
				}
			}))
	},
}
