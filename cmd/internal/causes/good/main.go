// Command good counts the ways to put queens on a board so that none threatens another.
package main

import (
	"fmt"

	"github.com/skua-go/skua"
)

const (
	size = 14
	all  = 1<<size - 1
	tail = 6 // so many rows are filled without forks
)

// A board has queens in its first rows. free are the columns of the next row to try.
type board struct {
	row                         int
	columns, rising, sunk, free uint32
}

// count forks all columns but the first.
func count(f *skua.Frame[board, int], b board) int {
	if b.free == 0 {
		return 0
	}
	first := b.put(b.free & -b.free)
	b.free &= b.free - 1
	if b.free == 0 {
		return below(f, first)
	}
	n := below(f.Fork(b), first) // the line
	rest, done := f.Join()
	if !done {
		rest = count(f, b)
	}
	return n + rest
}

func below(f *skua.Frame[board, int], b board) int {
	if b.row >= size-tail {
		return b.alone()
	}
	return count(f, b)
}

// put puts a queen into the next row.
func (b board) put(bit uint32) board {
	b.row++
	b.columns |= bit
	b.rising = (b.rising | bit) << 1
	b.sunk = (b.sunk | bit) >> 1
	b.free = all &^ (b.columns | b.rising | b.sunk)
	return b
}

func (b board) alone() (n int) {
	if b.row == size {
		return 1
	}
	for ; b.free != 0; b.free &= b.free - 1 {
		n += b.put(b.free & -b.free).alone()
	}
	return n
}

func main() { fmt.Println(skua.NewFunc(count).Run(board{free: all})) }
