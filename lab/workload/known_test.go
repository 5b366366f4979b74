package workload

import (
	"strconv"
	"testing"

	"github.com/skua-go/skua/internal/behaviour/kit"
)

func TestFibKnown(t *testing.T) {
	for n, want := range map[int]struct{ answer, forks int }{
		35: {9227465, 14930351},
		40: {102334155, 165580140},
		42: {267914296, 433494436},
		45: {1134903170, 1836311902},
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
		if got := queensKnown[n]; got.solutions != int64(solutions) || got.forks != int64(ends-1) {
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

// TestSumsKnown compares with what Spice and the comparison of Skynets publish,
// and with additions one by one.
func TestSumsKnown(t *testing.T) {
	pool := kit.NewPool(t, 2)
	for _, c := range []struct {
		workload, param, value string
		leaves                 int
		published              int64
	}{
		{"skynet", "k", "2", 100, 0},
		{"skynet", "k", "3", 1000, 0},
		{"skynet", "k", "6", 1_000_000, 499_999_500_000},
		{"treesum", "n", "1000", 1000, 499_500},
		{"treesum", "n", "31415", 31415, 0},
		{"treesum", "n", "1000000", 1_000_000, 0},
	} {
		if wide == 0 && c.leaves > 40_000 {
			continue // the sum does not fit in an int
		}
		want := 0
		for i := range c.leaves {
			want += i
		}
		if c.published != 0 && c.published != int64(want) {
			t.Errorf("%s %s: %d is published, but the sum is %d", c.workload, c.value, c.published, want)
		}
		in := mustNew(t, c.workload, Args{c.param: c.value})
		if seq, par := in.Sequential(), in.Parallel(pool); seq != want || par != want {
			t.Errorf("%s %s: the twin has %v, the parallel version %v, want %d", c.workload, c.value, seq, par, want)
		}
	}
	const leaves = 10_000 + wide*(100_000_000-10_000) // of the default
	if err := mustNew(t, "skynet", nil).Check(leaves / 2 * (leaves - 1)); err != nil {
		t.Errorf("%d leaves: %v", leaves, err)
	}
}
