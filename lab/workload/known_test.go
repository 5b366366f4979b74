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

// TestSumsKnown compares with what Spice and the comparison of Skynets publish,
// and with additions one by one.
func TestSumsKnown(t *testing.T) {
	pool := newPool(t, 2)
	for _, c := range []struct {
		workload, param, value string
		leaves, published      int
	}{
		{"skynet", "k", "2", 100, 0},
		{"skynet", "k", "3", 1000, 0},
		{"skynet", "k", "6", 1_000_000, 499_999_500_000},
		{"treesum", "n", "1000", 1000, 499_500},
		{"treesum", "n", "31415", 31415, 0},
		{"treesum", "n", "1000000", 1_000_000, 0},
	} {
		want := 0
		for i := range c.leaves {
			want += i
		}
		if c.published != 0 && c.published != want {
			t.Errorf("%s %s: %d is published, but the sum is %d", c.workload, c.value, c.published, want)
		}
		in := mustNew(t, c.workload, Args{c.param: c.value})
		if seq, par := in.Sequential(), in.Parallel(pool); seq != want || par != want {
			t.Errorf("%s %s: the twin has %v, the parallel version %v, want %d", c.workload, c.value, seq, par, want)
		}
	}
	if err := mustNew(t, "skynet", Args{"k": "8"}).Check(4_999_999_950_000_000); err != nil {
		t.Errorf("10⁸ leaves: %v", err)
	}
}
