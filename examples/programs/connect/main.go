// Command connect counts the positions of connect four that can follow one after n moves.
package main

import (
	"fmt"

	"github.com/skua-go/skua"
)

const (
	width  = 7
	height = 6
	column = height + 1 // bits of a column; the highest is never set
)

// position is the stones of the player to move and all stones, a bit each.
type position struct{ mine, all uint64 }

// task is a position and the moves to look ahead.
type task struct {
	position
	depth int
}

var count = skua.NewFunc(func(f *skua.Frame[task, int], t task) int {
	if t.depth == 0 || t.lost() {
		return 1
	}
	next := t.moves()
	counts := make([]int, len(next))
	f.Each(next, counts)
	sum := 0
	for _, c := range counts {
		sum += c
	}
	return sum
})

// lost tells whether the other player has four in a line.
func (p position) lost() bool {
	other := p.mine ^ p.all
	for _, by := range [4]int{1, column - 1, column, column + 1} {
		two := other & (other >> by)
		if two&(two>>(2*by)) != 0 {
			return true
		}
	}
	return false
}

// moves returns the positions after one stone more.
func (t task) moves() (next []task) {
	for x := range width {
		bottom := uint64(1) << (x * column)
		top := bottom << height
		if all := t.all | (t.all + bottom); all&top == 0 {
			next = append(next, task{position{t.mine ^ t.all, all}, t.depth - 1})
		}
	}
	return next
}

func main() {
	for depth := range 10 {
		fmt.Println(depth, count.Run(task{depth: depth}))
	}
}
