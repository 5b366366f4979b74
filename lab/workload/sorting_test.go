package workload

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
)

// shapes are inputs that textbook divisions stumble over.
func shapes(n int, r *rand.Rand) map[string][]int64 {
	s := map[string][]int64{}
	for _, name := range []string{"random", "equal", "greatest", "up", "down", "few values", "organ pipe"} {
		s[name] = make([]int64, n)
	}
	for i := range n {
		s["random"][i] = int64(r.Uint64())
		s["greatest"][i] = math.MaxInt64
		s["up"][i], s["down"][i] = int64(i), int64(-i)
		s["few values"][i] = r.Int64N(3)
		s["organ pipe"][i] = int64(min(i, n-i))
	}
	return s
}

func TestQuicksort(t *testing.T) {
	pool := kit.NewPool(t, 2)
	const seed = 5
	r := rand.New(rand.NewPCG(seed, 0))
	for _, n := range []int{0, 1, 2, 16, 17, 18, 100, 1000, 20000} {
		for shape, input := range shapes(n, r) {
			want := sorted(input)
			seq, par := slices.Clone(input), slices.Clone(input)
			forks := quicksortSeq(seq)
			if got := quicksortFunc.On(pool, par); got != forks {
				t.Errorf("n=%d, %s, seed %d: %d forks, want the twin's %d", n, shape, seed, got, forks)
			}
			if !slices.Equal(seq, want) || !slices.Equal(par, want) {
				t.Errorf("n=%d, %s, seed %d: twin in order: %v, parallel version: %v",
					n, shape, seed, slices.Equal(seq, want), slices.Equal(par, want))
			}
		}
	}
}

func TestQuickselect(t *testing.T) {
	const seed = 6
	r := rand.New(rand.NewPCG(seed, 0))
	for _, n := range []int{1, 2, 16, 17, 18, 50, 300} {
		for shape, input := range shapes(n, r) {
			want := sorted(input)
			for k := range n {
				buffers := [2][]int64{make([]int64, n), make([]int64, n)}
				seq, _ := quickselect(input, k, buffers, divideIntoSeq)
				par, _ := quickselect(input, k, buffers, func(to, s []int64, bound int64) int {
					return divideInto(skua.Default(), to, s, bound)
				})
				if seq != want[k] || par != want[k] {
					t.Errorf("n=%d, %s, seed %d, k=%d: the twin has %d, the parallel version %d, want %d",
						n, shape, seed, k, seq, par, want[k])
				}
			}
		}
	}
}

// TestDivideInto compares more than one block with the twin's single one.
func TestDivideInto(t *testing.T) {
	pool := kit.NewPool(t, 2)
	const seed = 7
	r := rand.New(rand.NewPCG(seed, 0))
	for _, n := range []int{0, selectBlock - 1, selectBlock, selectBlock + 1, 5*selectBlock + 3} {
		for shape, input := range shapes(n, r) {
			bound := int64(n / 3)
			seq, par := make([]int64, n), make([]int64, n)
			low := divideIntoSeq(seq, input, bound)
			if got := divideInto(pool, par, input, bound); got != low || !slices.Equal(par, seq) {
				t.Errorf("n=%d, %s, seed %d: %d below %d, want %d, and the order of the twin", n, shape, seed, got, bound, low)
			}
			if i := slices.IndexFunc(seq, func(v int64) bool { return v >= bound }); i >= 0 && i != low {
				t.Errorf("n=%d, %s, seed %d: the first that is not below %d is at %d, want %d", n, shape, seed, bound, i, low)
			}
		}
	}
}

// TestSortsAgree compares the answers that are reported at three sizes with the
// standard library's, through the checks.
func TestSortsAgree(t *testing.T) {
	pool := kit.NewPool(t, 2)
	for _, n := range []int{1000, 30_000, 300_000} {
		for _, name := range []string{"quicksort", "quickselect"} {
			in := mustNew(t, name, Args{"n": strconv.Itoa(n)})
			for by, answer := range map[string]any{"twin": in.Sequential(), "parallel version": in.Parallel(pool)} {
				if err := in.Check(answer); err != nil {
					t.Errorf("%s, n=%d, %s: %v", name, n, by, err)
				}
			}
		}
	}
}
