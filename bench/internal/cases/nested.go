package cases

var nestedCase = Case{
	ID:       "nested",
	Question: "A loop of 16 indices, each a loop of 10,000 whose body stores a word: what does nesting cost? Time for an index of the inner loops.",
	Unit:     "index",
	Rows:     func(bool) []Params { return []Params{params("outer", 16, "inner", 10_000)} },
	Want:     func(p Params) string { return sumBelow(p.Int("outer") * p.Int("inner")) },
	Ways: func() []Way {
		return loopWays(nil, func(p Params, each func(n int, body func(i int))) *Run {
			outer, inner := p.Int("outer"), p.Int("inner")
			return wordsRun(outer*inner, func(_ int, body func(i int)) {
				each(outer, func(o int) {
					each(inner, func(i int) { body(o*inner + i) })
				})
			}, func(i int) uint64 { return uint64(i) })
		})
	},
}
