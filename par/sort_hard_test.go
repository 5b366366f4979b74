package par_test

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// TestSortFunc_adversary lets the comparison choose the elements while it is
// asked, so that every pivot is as bad as can be: McIlroy, A Killer Adversary
// for Quicksort, Software: Practice and Experience 29(4), 1999.
func TestSortFunc_adversary(t *testing.T) {
	t.Run("int", func(t *testing.T) { adversary(t, func(i int) int { return i }, func(e int) int { return e }) })
	t.Run("struct", func(t *testing.T) {
		adversary(t, func(i int) keyed { return keyed{at: i} }, func(e keyed) int { return e.at })
	})
}

// adversary sorts elements that stand for the numbers below n.
func adversary[E any](t *testing.T, element func(i int) E, number func(e E) int) {
	const n = 100_000
	const gas = n // not decided yet; above all that is
	value, solid, candidate, asked := make([]int, n), 0, 0, 0
	s := make([]E, n)
	for i := range s {
		s[i], value[i] = element(i), gas
	}
	value[0], value[1], value[2], solid = 1, 2, 0, 3 // or it would answer that all is in order
	decide := func(i int) {
		value[i] = solid
		solid++
	}
	answer := func(x, y E) int {
		a, b := number(x), number(y)
		asked++
		if value[a] == gas && value[b] == gas {
			if a == candidate {
				decide(a)
			} else {
				decide(b)
			}
		}
		switch {
		case value[a] == gas:
			candidate = a
		case value[b] == gas:
			candidate = b
		}
		return cmp.Compare(value[a], value[b])
	}
	par.SortFunc(s, answer, par.Sequential())
	if !slices.IsSortedFunc(s, func(x, y E) int { return cmp.Compare(value[number(x)], value[number(y)]) }) {
		t.Error("not in order")
	}
	t.Logf("%.1f n log n comparisons", float64(asked)/float64(n*bits.Len(n)))
	if most := 6 * n * bits.Len(n); asked > most {
		t.Errorf("%d comparisons of %d elements, want at most %d", asked, n, most)
	}
}

// TestSort_nested sorts inside tasks, and from several goroutines at once.
func TestSort_nested(t *testing.T) {
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	sortAll := func(on par.Option) error {
		for _, n := range size([]int{100, 30_000}, []int{100, 10_000, 70_000}, []int{100, 10_000, 70_000}) {
			numbers, names := make([]int, n), make([]string, n)
			for i := range numbers {
				numbers[i] = rand.Int()
				names[i] = fmt.Sprint(numbers[i])
			}
			pairs := slices.Clone(numbers)
			stable := slices.Clone(numbers)
			par.Sort(numbers, on)
			par.Sort(names, on)
			par.SortFunc(pairs, cmp.Compare[int], on)
			par.SortStableFunc(stable, cmp.Compare[int], on)
			if !slices.IsSorted(numbers) || !slices.IsSorted(names) ||
				!slices.Equal(numbers, pairs) || !slices.Equal(numbers, stable) {
				return fmt.Errorf("n=%d: not in order", n)
			}
		}
		return nil
	}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			skua.Join(pool,
				func(w *skua.Worker) { complain(t, sortAll(par.On(w))) },
				func(*skua.Worker) { complain(t, sortAll(par.On(pool))) })
		})
	}
	all.Wait()
}

func complain(t *testing.T, err error) {
	if err != nil {
		t.Error(err)
	}
}

// TestSort_deep sorts strings that are the same for very long, and that are
// prefixes of each other.
func TestSort_deep(t *testing.T) {
	long := make([]byte, 5000)
	for i := range long {
		long[i] = byte('a' + i%3)
	}
	for name, element := range map[string]func(i int) string{
		"same for long": func(i int) string { return string(long[:rand.IntN(3)]) + string(long[:3000]) + fmt.Sprint(i%5000) },
		"prefixes":      func(i int) string { return string(long[:i%len(long)]) },
		"zeros":         func(i int) string { return string(make([]byte, i%300)) },
	} {
		t.Run(name, func(t *testing.T) {
			s := make([]string, 9000)
			for i := range s {
				s[i] = element(i)
			}
			rand.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
			sortsLikeSlices(t, s)
		})
	}
}
