package cases

import "slices"

var lifeCase = Case{
	ID:       "life",
	Question: "Conway's Game of Life on a torus, each generation a loop over rows: a series of short loops of which each reads what all workers have written in the one before.",
	Unit:     "generation",
	Rows: func(full bool) []Params {
		rows := []Params{params("n", 64), params("n", 128)}
		if full {
			rows = append(rows, params("n", 512))
		}
		return rows
	},
	Want: func(p Params) string {
		run := lifeRun(p, serialLoop)
		run.Once()
		return run.Answer()
	},
	Ways: func() []Way {
		return slices.Concat(loopWays(nil, lifeRun), []Way{spinBarrier(lifeRun)})
	},
	Ideal:  true,
	Energy: true,
}

// lifeRun has 50 generations in a repetition, each time from the same cells.
func lifeRun(p Params, each func(n int, body func(i int))) *Run {
	const generations = 50
	n := p.Int("n")
	first, from, to := newCells(n), newCells(n), newCells(n)
	for i, x := range input(n * n) {
		first[i/n][i%n] = uint8(x & 1)
	}
	return &Run{
		Ops: generations,
		Once: func() {
			for y, row := range first {
				copy(from[y], row)
			}
			for range generations {
				each(n, func(y int) { nextRow(from, to, y) })
				from, to = to, from
			}
		},
		Answer: func() string {
			var rows []uint64
			for y, row := range from {
				for x, cell := range row {
					rows = append(rows, uint64(cell)*uint64(y*n+x+1))
				}
			}
			return total(rows)
		},
	}
}

// newCells returns n rows of n dead cells.
func newCells(n int) [][]uint8 {
	all, rows := make([]uint8, n*n), make([][]uint8, n)
	for y := range rows {
		rows[y] = all[y*n:][:n:n]
	}
	return rows
}

// nextRow computes row y of the next generation.
func nextRow(from, to [][]uint8, y int) {
	n := len(from)
	up, here, down, next := from[(y+n-1)%n], from[y], from[(y+1)%n], to[y]
	for x := range next {
		left, right := x-1, x+1
		if x == 0 {
			left = n - 1
		}
		if right == n {
			right = 0
		}
		around := up[left] + up[x] + up[right] + here[left] + here[right] + down[left] + down[x] + down[right]
		next[x] = 0
		if around == 3 || around == 2 && here[x] == 1 {
			next[x] = 1
		}
	}
}
