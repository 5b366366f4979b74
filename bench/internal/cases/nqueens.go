package cases

import "strconv"

var nqueensCase = Case{
	ID:       "nqueens",
	Question: "All ways to place n queens: small, irregular tasks. A fork for each square that is free.",
	Unit:     "fork",
	Rows: func(full bool) []Params {
		if full {
			return []Params{params("n", 13)}
		}
		return []Params{params("n", 11)}
	},
	Slow: func(p Params) Params { return p.With("n", max(p.Int("n")-2, 1)) },
	Want: func(p Params) string { return strconv.Itoa(queensSerial(emptyBoard(p.Int("n")))) },
	Ways: func() []Way {
		ops := func(p Params) int { return queensForks(emptyBoard(p.Int("n"))) }
		return together(workloadWays("nqueens", ops),
			native("rayon", "tbb", "openmp", "java"),
			spare("rayon-now", "chili", "lace", "parlay"),
			slow(rivals(both, func(both func(a, b func()), p Params, _ int) *Run {
				b, answer := emptyBoard(p.Int("n")), 0
				count := queensBy(both)
				return &Run{
					Ops:    queensForks(b),
					Once:   func() { answer = count(b) },
					Answer: number(&answer),
				}
			})))
	},
}

// A board has queens on its first rows. Bit c of each word is about column c of
// the next row: taken, attacked along a diagonal, still to be tried.
type board struct{ taken, left, right, free uint32 }

func emptyBoard(n int) board {
	taken := ^uint32(0) << n
	return board{taken: taken, free: ^taken}
}

// place puts a queen on the first free square.
func (b board) place() board {
	q := b.free & -b.free
	b.taken |= q
	b.left, b.right = (b.left|q)<<1, (b.right|q)>>1
	b.free = ^(b.taken | b.left | b.right)
	return b
}

// skip leaves the first free square out.
func (b board) skip() board {
	b.free &= b.free - 1
	return b
}

// end is the number of solutions of a board without free squares.
func (b board) end() int {
	if b.taken == ^uint32(0) {
		return 1
	}
	return 0
}

// queensBy forks the other free squares of a row while it tries the first.
func queensBy(both func(a, b func())) func(b board) int {
	var count func(b board) int
	count = func(b board) int {
		switch {
		case b.free == 0:
			return b.end()
		case b.skip().free == 0:
			return count(b.place())
		}
		var first, others int
		both(func() { first = count(b.place()) }, func() { others = count(b.skip()) })
		return first + others
	}
	return count
}

// queensForks is how many forks that takes.
func queensForks(b board) int {
	switch {
	case b.free == 0:
		return 0
	case b.skip().free == 0:
		return queensForks(b.place())
	}
	return 1 + queensForks(b.place()) + queensForks(b.skip())
}

func queensSerial(b board) int {
	if b.free == 0 {
		return b.end()
	}
	n := 0
	for ; b.free != 0; b = b.skip() {
		n += queensSerial(b.place())
	}
	return n
}
