// Command sudoku finds a solution of a sudoku: the first that any branch of the
// search comes to ends all other branches.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/skua-go/skua"
)

type grid [81]byte // 0 is an empty cell

// solved is the grid of a solution: as an error it ends the search.
type solved struct{ grid }

func (solved) Error() string { return "solved" }

var search = skua.NewFuncErr(func(f *skua.Frame[grid, struct{}], g grid) (struct{}, error) {
	next, done := g.moves()
	if done {
		return struct{}{}, solved{g}
	}
	f.Each(next, make([]struct{}, len(next)))
	return struct{}{}, nil
})

func solve(ctx context.Context, g grid) (grid, error) {
	_, err := search.Run(ctx, g)
	if s, ok := errors.AsType[solved](err); ok {
		return s.grid, nil
	}
	if err == nil {
		err = errNone
	}
	return grid{}, err
}

var errNone = errors.New("no solution")

// moves returns the grids with one more cell filled, or that none is empty.
func (g *grid) moves() (next []grid, done bool) {
	for cell, v := range g {
		if v != 0 {
			continue
		}
		for v := byte(1); v <= 9; v++ {
			if g.allows(cell, v) {
				n := *g
				n[cell] = v
				next = append(next, n)
			}
		}
		return next, false
	}
	return nil, true
}

func (g *grid) allows(cell int, v byte) bool {
	row, col := cell/9, cell%9
	for i := range 9 {
		box := (row/3*3+i/3)*9 + col/3*3 + i%3
		if g[row*9+i] == v || g[i*9+col] == v || g[box] == v {
			return false
		}
	}
	return true
}

func parse(s string) (g grid) {
	for i, c := range strings.Join(strings.Fields(s), "") {
		if c != '.' {
			g[i] = byte(c - '0')
		}
	}
	return g
}

const puzzle = `
8........ ..36..... .7..9.2.. .5...7... ....457.. ...1...3. ..1....68 ..85...1. .9....4..`

func main() {
	g, err := solve(context.Background(), parse(puzzle))
	if err != nil {
		log.Fatal(err)
	}
	for row := range 9 {
		fmt.Println(g[row*9 : row*9+9])
	}
}
