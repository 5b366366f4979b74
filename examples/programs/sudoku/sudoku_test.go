package main

import (
	"context"
	"errors"
	"testing"
)

const easy = `
53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79`

func TestSolve(t *testing.T) {
	want, _ := serial(parse(easy))
	got, err := solve(context.Background(), parse(easy))
	if got != want || err != nil {
		t.Errorf("solve gave %v, %v, want %v", got, err, want)
	}
}

func TestSolveMany(t *testing.T) {
	g := parse(easy)
	clear(g[27:31]) // now there may be several solutions
	got, err := solve(context.Background(), g)
	if _, full := got.moves(); !full || err != nil {
		t.Errorf("solve gave %v, %v, want a full grid", got, err)
	}
	for cell, v := range got {
		if g[cell] != 0 && g[cell] != v {
			t.Errorf("cell %d is %d, want the given %d", cell, v, g[cell])
		}
		got[cell] = 0
		if !got.allows(cell, v) {
			t.Errorf("cell %d must not be %d", cell, v)
		}
		got[cell] = v
	}
}

func TestSolveNone(t *testing.T) {
	g := parse(easy)
	g[2] = 2 // allowed here, but no solution has it
	_, want := serial(g)
	if _, err := solve(context.Background(), g); err != errNone || want != errNone {
		t.Errorf("solve gave %v and its twin %v, want %v", err, want, errNone)
	}
}

func TestSolveCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := solve(ctx, parse(easy)); !errors.Is(err, context.Canceled) {
		t.Errorf("solve gave %v, want %v", err, context.Canceled)
	}
}
