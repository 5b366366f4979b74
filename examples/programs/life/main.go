// Command life plays thousands of short generations of the game of life.
package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/skua-go/skua/par"
)

const size = 128

// board has edges that meet the opposite ones.
type board [size][size]uint8

// play returns the board after n generations.
func play(b *board, n int) *board {
	now, next := *b, board{}
	for range n {
		par.For(size, func(row int) { now.step(&next, row) })
		now, next = next, now
	}
	return &now
}

func (b *board) step(next *board, row int) {
	above, here, below := &b[(row+size-1)%size], &b[row], &b[(row+1)%size]
	for x := range here {
		w, e := (x+size-1)%size, (x+1)%size
		n := above[w] + above[x] + above[e] + here[w] + here[e] + below[w] + below[x] + below[e]
		next[row][x] = 0
		if n == 3 || n == 2 && here[x] == 1 {
			next[row][x] = 1
		}
	}
}

func soup() *board {
	r := rand.New(rand.NewPCG(1, 2))
	b := &board{}
	for row := range b {
		for x := range b[row] {
			b[row][x] = uint8(r.IntN(2))
		}
	}
	return b
}

func (b *board) alive() (n int) {
	for row := range b {
		for _, v := range b[row] {
			n += int(v)
		}
	}
	return n
}

func main() {
	fmt.Println(play(soup(), 5000).alive(), "cells live")
}
