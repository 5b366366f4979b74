package workload

import "github.com/skua-go/skua"

const (
	queensDefault = 13          // 73,712 solutions, 1.7 million forks
	queensMax     = 16 + 2*wide // as far as queensKnown goes, or its forks fit in an int
)

var queensWorkload = Workload{
	Name:    "nqueens",
	Doc:     "all ways to place n queens on a board of n by n",
	Params:  []Param{{Name: "n", Default: "13", Doc: "place `n` queens"}},
	prepare: prepareQueens,
}

var queensFunc = skua.NewFunc(queens)

func prepareQueens(r *reader) *Instance {
	n := r.whole("n", queensDefault, 1, queensMax)
	empty := emptyBoard(n)
	return &Instance{
		Params: struct {
			N int `json:"n"`
		}{n},
		Parallel:   func(p skua.Place) any { return queensFunc.On(p, empty) },
		Sequential: func() any { return queensSeq(empty) },
		Check:      checkEqual(int(queensKnown[n].solutions)),
		Tasks:      func(any) int { return int(queensKnown[n].forks) },
	}
}

// A board has queens on its first rows. Bit c of each word is about column c
// of the next row.
type board struct {
	cols        uint32 // 1: a queen stands in the column, or the board ends before it
	left, right uint32 // 1: a queen attacks along a diagonal
	free        uint32 // 1: to be tried in this row
}

func emptyBoard(n int) board {
	cols := ^uint32(0) << n
	return board{cols: cols, free: ^cols}
}

// place puts a queen on the first free square of the row.
func (b board) place() board {
	q := b.free & -b.free
	b.cols |= q
	b.left = (b.left | q) << 1
	b.right = (b.right | q) >> 1
	b.free = ^(b.cols | b.left | b.right)
	return b
}

// skip leaves the first free square of the row untried.
func (b board) skip() board {
	b.free &= b.free - 1
	return b
}

// solutions of a board without a free square: all columns are taken, or this
// is a dead end.
func (b board) solutions() int {
	if b.cols == ^uint32(0) {
		return 1
	}
	return 0
}

// queens counts the solutions that begin with b. Of a row with several free
// squares it takes the first, and forks the rest as one task.
func queens(f *skua.Frame[board, int], b board) int {
	if b.free == 0 {
		return b.solutions()
	}
	n := 0
	for ; b.skip().free != 0; b = b.skip() {
		n += queens(f.Fork(b.skip()), b.place())
		if rest, done := f.Join(); done {
			return n + rest
		}
	}
	return n + queens(f, b.place())
}

// queensSeq is queens without the forks.
func queensSeq(b board) int {
	if b.free == 0 {
		return b.solutions()
	}
	n := 0
	for ; b.free != 0; b = b.skip() {
		n += queensSeq(b.place())
	}
	return n
}

// queensKnown has, for each n, the solutions (Sloane's A000170) and the forks:
// one less than the solutions and dead ends together, counted here.
var queensKnown = [...]struct{ solutions, forks int64 }{
	1:  {1, 0},
	2:  {0, 1},
	3:  {0, 2},
	4:  {2, 5},
	5:  {10, 13},
	6:  {4, 49},
	7:  {40, 193},
	8:  {92, 735},
	9:  {352, 2935},
	10: {724, 12773},
	11: {2680, 61075},
	12: {14200, 314729},
	13: {73712, 1716651},
	14: {365596, 10030691},
	15: {2279184, 62518771},
	16: {14772512, 415515375},
	17: {95815104, 2914877211},
	18: {666090624, 21559426181},
}
