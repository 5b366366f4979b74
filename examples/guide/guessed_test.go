package guide

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/strand"
)

// What docs/decisions/0048-what-was-guessed.md says is there, and what it says to write instead of a
// guess, compiles and means that.
func TestGuessed(t *testing.T) {
	s := []int{3, -7, 5, 1}
	abs := func(v int) int { return max(v, -v) }
	if got := []int{par.MaxBy(s, abs), par.MinBy(s, abs)}; !slices.Equal(got, []int{-7, 1}) {
		t.Errorf("MaxBy and MinBy of %v by size: %v", s, got)
	}
	if par.AllFunc(s, func(v int) bool { return v > 0 }) {
		t.Errorf("AllFunc calls all of %v positive", s)
	}

	count, pairs := strand.NewAdder[int](), maps.All(map[int]int{1: 10, 2: 20})
	par.ForSeq2(pairs, func(k, v int) { *count.View() += k + v })
	if got := count.Value(); got != 33 {
		t.Errorf("ForSeq2 with an Adder: %d, want 33", got)
	}

	const n, k = 10, 4
	chunks := make([][2]int, (n+k-1)/k)
	par.For(len(chunks), func(i int) { chunks[i] = [2]int{i * k, min(i*k+k, n)} })
	if want := [][2]int{{0, 4}, {4, 8}, {8, 10}}; !slices.Equal(chunks, want) {
		t.Errorf("chunks of %d: %v, want %v", k, chunks, want)
	}

	leaves := skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
		if depth == 0 {
			return 1
		}
		kids := []int{depth - 1, depth - 1, depth - 1}
		sums := make([]int, len(kids))
		f.Each(kids, sums)
		return sums[0] + sums[1] + sums[2]
	}).Run(4)
	if leaves != 81 {
		t.Errorf("a tree of depth 4 has %d leaves, want 81", leaves)
	}
}

// The same for errors, and for tasks that come one by one.
func TestGuessed_errors(t *testing.T) {
	ctx := t.Context()
	one, two, won := errors.New("one"), errors.New("two"), errors.New("won")
	err := par.ForEachErr(ctx, []error{one, nil, two}, func(_ context.Context, e error) error { return e },
		par.AllErrors())
	if !errors.Is(err, one) || !errors.Is(err, two) {
		t.Errorf("AllErrors: %v, want both", err)
	}
	_, err = par.GatherErr(ctx, func(context.Context) (int, error) { return 0, nil },
		func(context.Context) (int, error) { return 0, won })
	if !errors.Is(err, won) {
		t.Errorf("the first success of GatherErr: %v", err)
	}

	future := par.NewScope[int](ctx, par.MaxWorkers(1))
	for i := range 9 {
		future.AwaitRoom()
		future.Go(func(context.Context) (int, error) { return i * i, nil })
	}
	squares, err := future.Wait()
	if err != nil || len(squares) != 9 || squares[8] != 64 {
		t.Errorf("a scope's results: %v, %v", squares, err)
	}
}
