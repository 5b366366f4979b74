package main

import (
	"slices"
	"testing"

	"github.com/skua-go/skua/bench/scoreboard/internal/score/scoretest"
)

func TestOutput(t *testing.T) {
	for _, n := range []string{"1", "32", "64", "256"} {
		if err := scoretest.Prints(program, "threads: 2\nruns:\n  - matrix_size: "+n+"\n", n, "2"); err != nil {
			t.Error(err)
		}
	}
}

func TestSizeThatIsNoPowerOfTwo(t *testing.T) {
	if err := scoretest.Fails(program, "48", "2"); err != nil {
		t.Error(err)
	}
}

// Ones would not tell rows from columns.
func TestBlockWithVectorsIsTheBlockWithout(t *testing.T) {
	if !vectors {
		return // there is nothing to compare
	}
	const side = 40
	var a, b, plain [side * side]int32
	for i := range a {
		a[i], b[i], plain[i] = int32(i*i), int32(7*i+1), int32(i)
	}
	fast := plain
	addProduct(fast[3:], a[5:], b[1:], block, side)
	for i := range block {
		for j := range block {
			for k := range block {
				plain[3+i*side+j] += a[5+i*side+k] * b[1+k*side+j]
			}
		}
	}
	if !slices.Equal(fast[:], plain[:]) {
		t.Error("the vectors compute something else")
	}
}
