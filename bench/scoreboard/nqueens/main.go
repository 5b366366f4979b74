// Command nqueens is the scoreboard's nqueens: nqueens [THREADS]. It counts the ways to place 14
// queens, with a task for each free square of a row.
package main

import (
	"github.com/skua-go/skua"
	"github.com/skua-go/skua/bench/scoreboard/internal/score"
)

const most = 14 // queens

var program = score.Program{Name: "nqueens", Size: most, Begins: score.Iterations, Output: true, Run: run}

func main() { score.Main(program) }

// solutions of n queens, from 0 on: Sloane's A000170.
var solutions = [most + 1]int{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596}

func run(pool *skua.Pool, n int) func() (int, error) {
	return score.Known(boards.On(pool, board{n: int8(n)}), solutions[n])
}

var boards = skua.NewFunc(queens)

// A board has queens on its first rows, one in a column of each. It is not a set of bits, since
// that of the other programs is none: the work of a task is to be the same.
type board struct {
	columns   [most]int8
	placed, n int8
}

// allows reports whether a queen may stand in that column of the next row.
func (b *board) allows(column int8) bool {
	for row, other := range b.columns[:b.placed] {
		below := b.placed - int8(row)
		if column == other || column == other-below || column == other+below {
			return false
		}
	}
	return true
}

func (b board) place(column int8) board {
	b.columns[b.placed] = column
	b.placed++
	return b
}

// queens counts the solutions that begin with b. It forks all children but the last, one on
// top of the other, and runs that itself.
func queens(f *skua.Frame[board, int], b board) int {
	if b.placed == b.n {
		return 1
	}
	var free [most]int8
	count := 0
	for column := range b.n {
		if b.allows(column) {
			free[count] = column
			count++
		}
	}
	if count == 0 {
		return 0
	}
	var forked [most]*skua.Frame[board, int]
	last := count - 1
	for i := range last {
		forked[i] = f
		f = f.Fork(b.place(free[i]))
	}
	sum := queens(f, b.place(free[last]))
	for i := last - 1; i >= 0; i-- {
		s, done := forked[i].Join()
		if !done {
			s = queens(forked[i], b.place(free[i]))
		}
		sum += s
	}
	return sum
}
