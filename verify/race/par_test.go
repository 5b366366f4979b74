//go:build race

package race

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"slices"
	"testing/fstest"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

const long = 10_000 // elements: more than any algorithm here does alone

func init() {
	maps.Copy(forms, map[string]form{
		"par/For":      byPar(func(_ []int, act func(), o par.Option) { par.For(long, func(int) { act() }, o) }),
		"par/ForRange": byPar(func(_ []int, act func(), o par.Option) { par.ForRange(0, long, func(int, int) { act() }, o) }),
		"par/ForEach":  byPar(func(s []int, act func(), o par.Option) { par.ForEach(s, func(int) { act() }, o) }),
		"par/ForErr": byPar(func(_ []int, act func(), o par.Option) {
			par.ForErr(context.Background(), long, func(context.Context, int) error { act(); return nil }, o)
		}),
		"par/Chunks": byPar(func(s []int, act func(), o par.Option) { par.Chunks(s, 100, func([]int) { act() }, o) }),
		"par/Map":    byPar(func(s []int, act func(), o par.Option) { par.Map(s, func(v int) int { act(); return v }, o) }),
		"par/MapReduce": byPar(func(s []int, act func(), o par.Option) {
			par.MapReduce(s, 0, func(v int) int { act(); return v }, add, o)
		}),
		"par/Reduce":    byPar(func(s []int, act func(), o par.Option) { par.Reduce(s, 0, acting(act), o) }),
		"par/Scan":      byPar(func(s []int, act func(), o par.Option) { par.Scan(s, 0, acting(act), o) }),
		"par/Filter":    byPar(func(s []int, act func(), o par.Option) { par.Filter(s, even(act), o) }),
		"par/Partition": byPar(func(s []int, act func(), o par.Option) { par.Partition(s, even(act), o) }),
		"par/CountFunc": byPar(func(s []int, act func(), o par.Option) { par.CountFunc(s, even(act), o) }),
		"par/AllFunc":   byPar(func(s []int, act func(), o par.Option) { par.AllFunc(s, func(int) bool { act(); return true }, o) }),
		"par/IndexFunc": byPar(func(s []int, act func(), o par.Option) { par.IndexFunc(s, func(int) bool { act(); return false }, o) }),
		"par/MinFunc":   byPar(func(s []int, act func(), o par.Option) { par.MinFunc(s, order(act), o) }),
		"par/MinBy":     byPar(func(s []int, act func(), o par.Option) { par.MinBy(s, func(v int) int { act(); return v % 7 }, o) }),
		"par/GroupBy":   byPar(func(s []int, act func(), o par.Option) { par.GroupBy(s, func(v int) int { act(); return v % 7 }, o) }),
		"par/CountBy":   byPar(func(s []int, act func(), o par.Option) { par.CountBy(s, func(v int) int { act(); return v % 7 }, o) }),
		"par/TopKFunc":  byPar(func(s []int, act func(), o par.Option) { par.TopKFunc(s, 3, order(act), o) }),
		"par/Histogram": byPar(func(s []int, act func(), o par.Option) {
			par.Histogram(s, 7, func(v int) int { act(); return v % 7 }, o)
		}),
		"par/Fold": byPar(func(s []int, act func(), o par.Option) {
			par.Fold(s, func() int { return 0 }, func(a, v int) int { act(); return a + v }, add, o)
		}),
		"par/MapReduceN, op": byPar(func(_ []int, act func(), o par.Option) { // of two nodes of the tree
			par.MapReduceN(32, 0, func(i int) int { return i }, acting(act), o)
		}),
		"par/SortFunc":       byPar(func(s []int, act func(), o par.Option) { par.SortFunc(s, order(act), o) }),
		"par/SortStableFunc": byPar(func(s []int, act func(), o par.Option) { par.SortStableFunc(s, order(act), o) }),
		"par/MergeFunc":      byPar(func(s []int, act func(), o par.Option) { par.MergeFunc(s, s, order(act), o) }),
		"par/ForSeq":         byPar(func(s []int, act func(), o par.Option) { par.ForSeq(slices.Values(s), func(int) { act() }, o) }),
		"par/MapSeq": byPar(func(s []int, act func(), o par.Option) {
			for range par.MapSeq(slices.Values(s), func(v int) int { act(); return v }, o) {
			}
		}),
		"par/WalkFS": func(pool *skua.Pool, act func()) {
			dir := fstest.MapFS{"a/b": {}, "a/c/d": {}, "e/f": {}}
			par.WalkFS(context.Background(), dir, ".", func(name string, _ fs.DirEntry, _ error) error {
				if name == "a/c/d" || name == "e" { // which no walker visits in parallel unless it is called
					act()
				}
				return nil
			}, par.On(pool))
		},
		"par/NewScope": byPar(func(s []int, act func(), o par.Option) {
			scope := par.NewScope[int](context.Background(), o)
			for range 2 {
				scope.Go(func(context.Context) (int, error) {
					scope.Go(func(context.Context) (int, error) { act(); return 1, nil })
					return 2, nil
				})
			}
			if all, err := scope.Wait(); err != nil || all[0] != 2 || all[len(all)-1] != 1 {
				panic("wrong results")
			}
		}),
		"par/Do": func(pool *skua.Pool, act func()) {
			pool.Run(context.Background(), func(*skua.Worker) error { par.Do(act, act, act); return nil })
		},
		"par/inside": func(pool *skua.Pool, act func()) { // at no place, in the body of a Func
			skua.NewFunc(func(f *frame, n int) int {
				par.For(2, func(int) { act() })
				return 0
			}).On(pool, 0)
		},
	})
}

// byPar is a form that gives a call of par its values and the pool.
func byPar(run func(s []int, act func(), o par.Option)) form {
	return func(pool *skua.Pool, act func()) {
		s := make([]int, long)
		for k := range s {
			s[k] = k * 7919 % long
		}
		run(s, act, par.On(pool))
	}
}

func add(a, b int) int { return a + b }

func acting(act func()) func(a, b int) int { return func(a, b int) int { act(); return a + b } }

func even(act func()) func(int) bool { return func(v int) bool { act(); return v%2 == 0 } }

func order(act func()) func(a, b int) int {
	return func(a, b int) int { act(); return cmp.Compare(a, b) }
}
