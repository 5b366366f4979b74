package par_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// TestSort_cancelled: wherever the end of its run meets a sort or a Shuffle, no element is lost.
func TestSort_cancelled(t *testing.T) {
	defer expect.Within(t, 2*time.Minute)()
	g := rand.New(rand.NewPCG(1, 2))
	n := size(30_000, 100_000, 100_000)
	ints, floats, words := make([]int, n), make([]float64, n), make([]string, n/5)
	for i := range ints {
		ints[i], floats[i] = g.Int(), g.NormFloat64()
	}
	for i := range words {
		words[i] = strconv.Itoa(g.Int())
	}
	keepsAll(t, "Sort, ints", ints, func(s []int) { par.Sort(s) })
	keepsAll(t, "Sort, floats", floats, func(s []float64) { par.Sort(s) })
	keepsAll(t, "Sort, strings", words, func(s []string) { par.Sort(s) })
	keepsAll(t, "SortFunc", ints, func(s []int) { par.SortFunc(s, cmp.Compare[int]) })
	keepsAll(t, "SortStableFunc", ints, func(s []int) { par.SortStableFunc(s, cmp.Compare[int]) })
	keepsAll(t, "SortBy", ints, func(s []int) { par.SortBy(s, func(v int) int { return v & 0xffff }) })
	keepsAll(t, "Shuffle", ints, func(s []int) { par.Shuffle(s, 1) })
}

// keepsAll cancels calls of f on copies of s, at moments that are drawn from the time that a call takes.
func keepsAll[E cmp.Ordered](t *testing.T, name string, s []E, f func(s []E)) {
	want := slices.Sorted(slices.Values(s))
	began := time.Now()
	f(slices.Clone(s))
	most := time.Since(began)
	for range expect.Size(3, 5, 60) {
		got := slices.Clone(s)
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(rand.N(most), cancel)
		pool(2).Run(ctx, func(*skua.Worker) error {
			f(got)
			return nil
		})
		cancel()
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: cancelled, it lost elements", name)
			return
		}
	}
}
