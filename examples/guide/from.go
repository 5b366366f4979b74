package guide

import (
	"context"
	"iter"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/strand"
)

//lint:file-ignore U1000 The compiler alone reads this file.

// The idioms of docs/from.md, each as it stands there: a test of the house compares them.

func slicesOf(s []int, n int, f func(int), key func(int) int, value func(int) int, add func(a, b int) int) {
	par.ForEach(s, f)
	par.ForEach(s, f, par.Grain(n), par.MaxWorkers(n))
	par.CountBy(s, key)
	par.ReduceBy(s, key, value, add)
	par.GroupBy(s, key)
	par.For(n, f)
	cmp := func(a, b int) int { return a - b }
	par.SortStableFunc(s, cmp)
	par.SortFunc(s, cmp)
	par.Sum(s)
	par.MinBy(s, key)
	par.MaxBy(s, key)
}

func mapped(s []int, f func(int) int, p func(int) bool, add func(a, b int) int) []int {
	out := par.Map(s, f)
	par.Filter(s, p)
	par.Reduce(s, 0, add)
	par.IndexFunc(s, p)
	par.AllFunc(s, p)
	par.ContainsFunc(s, p)
	return out
}

func kept(s []int, f func(int) (int, bool), add func(map[int]int, int) map[int]int, newAcc func() map[int]int, combine func(a, b map[int]int) map[int]int) {
	par.FilterMap(s, f)
	par.Fold(s, newAcc, add, combine)
}

func sequences(seq iter.Seq[int], f func(int)) { par.ForSeq(seq, f) }

func results(seq iter.Seq[int], f func(int) int, use func(int)) {
	for r := range par.MapSeq(seq, f) {
		use(r)
	}
	for r := range par.MapSeq(seq, f, par.Unordered()) {
		use(r)
	}
}

func reducers[T any](n int, x T) ([]T, int) {
	sum := strand.NewAdder[int]()
	appender := strand.NewAppender[T]()
	par.For(n, func(int) {
		r := sum
		*r.View()++
	})
	par.For(n, func(int) {
		r := appender
		v := r.View()
		*v = append(*v, x)
	})
	return appender.Value(), sum.Value()
}

func scratch[T any](n int, fresh func() T, use func(*T)) {
	buf := par.Local(fresh)
	par.For(n, func(int) { use(buf.View()) })
}

func scope(ctx context.Context, n int, f func(ctx context.Context) error) error {
	s := skua.NewScope(ctx, skua.Here())
	s.SetLimit(n)
	s.AwaitRoom()
	s.Go(func(w *skua.Worker) error { return f(s.Context()) })
	s.TryGo(func(w *skua.Worker) error { return f(s.Context()) })
	return s.Wait()
}

func scopeAt(ctx context.Context, pool *skua.Pool, p skua.Place, task func(w *skua.Worker) error) error {
	skua.NewScope(ctx, pool).Wait()
	s := skua.NewScope(ctx, p)
	s.Go(task)
	return s.Wait()
}

func scopeOf[T any](ctx context.Context, task func(ctx context.Context) (T, error)) ([]T, error) {
	s := par.NewScope[T](ctx)
	s.Go(task)
	results, err := s.Wait()
	return results, err
}

func mayFail(ctx context.Context, s []int, f func(context.Context, int) error) error {
	if err := par.ForEachErr(ctx, s, f); err != nil {
		return err
	}
	return par.ForEachErr(ctx, s, f, par.AllErrors())
}

func outlives(f func()) { go f() }

func signature(s *skua.Scope, task func(*skua.Worker) error) { s.Go(task) }

func chunks(s []int, n int, f func([]int)) { par.Chunks(s, n, f) }

func few(a, b func()) { par.Do(a, b) }

func fewWithResults(ctx context.Context, f, g func(context.Context) (int, error)) ([]int, error) {
	return par.GatherErr(ctx, f, g)
}

func forks(p skua.Place, a, b func(w *skua.Worker)) { skua.Join(p, a, b) }

func typedForks(f *skua.Frame[int, int], x, y int) (int, int) { return f.Both(x, y) }

func pools(ctx context.Context, n int, s []int, g func(int), f func(w *skua.Worker) error) error {
	pool, err := skua.New(skua.WithWorkers(n))
	if err != nil {
		return err
	}
	defer pool.Close()
	pool.Resize(n)
	par.ForEach(s, g, par.On(pool))
	return pool.Run(ctx, f)
}
