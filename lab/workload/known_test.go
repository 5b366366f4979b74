package workload

import (
	"strconv"
	"testing"
)

func TestFibKnown(t *testing.T) {
	for n, want := range map[int]struct{ answer, forks int }{
		35: {9227465, 14930351},
		40: {102334155, 165580140},
		42: {267914296, 433494436},
		46: {1836311903, 2971215072},
	} {
		in := mustNew(t, "fib", Args{"n": strconv.Itoa(n)})
		if err := in.Check(want.answer); err != nil {
			t.Errorf("fib(%d): %v", n, err)
		}
		if got := in.Tasks(want.answer); got != want.forks {
			t.Errorf("fib(%d) forks %d times, want %d", n, got, want.forks)
		}
	}
}

// TestQueensKnown counts solutions and forks once more, as far as that is
// quick, by a search of its own.
func TestQueensKnown(t *testing.T) {
	for n := 1; n <= 11; n++ {
		solutions, ends := searchQueens(nil, n)
		if got := queensKnown[n]; got.solutions != solutions || got.forks != ends-1 {
			t.Errorf("n=%d: the table has %v, want {%d %d}", n, got, solutions, ends-1)
		}
	}
}

// searchQueens returns how many solutions begin with the columns of queens,
// and after how many placements no further queen can be placed.
func searchQueens(queens []int, n int) (solutions, ends int) {
	if len(queens) == n {
		return 1, 1
	}
	for col := range n {
		if attacked(queens, col) {
			continue
		}
		s, e := searchQueens(append(queens, col), n)
		solutions, ends = solutions+s, ends+e
	}
	return solutions, max(ends, 1)
}

func attacked(queens []int, col int) bool {
	row := len(queens)
	for r, c := range queens {
		if c == col || c-col == row-r || col-c == row-r {
			return true
		}
	}
	return false
}
