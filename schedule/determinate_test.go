package schedule_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/schedule"
	"github.com/skua-go/skua/strand"
)

var fib = skua.NewFunc(fibBody)

func fibBody(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a := fibBody(f.Fork(n-2), n-1)
	b, done := f.Join()
	if !done {
		b = fibBody(f, n-2)
	}
	return a + b
}

func numbers(n int) (s []int) {
	for i := range n {
		s = append(s, i*7919%1009)
	}
	return s
}

// determinate are programs whose results do not depend on the schedule.
var determinate = map[string]func(p skua.Place) any{
	"fib":  func(p skua.Place) any { return fib.On(p, 8) },
	"sort": func(skua.Place) any { s := numbers(50); par.Sort(s); return s },
	"stable": func(skua.Place) any {
		s := numbers(50)
		par.SortStableFunc(s, func(a, b int) int { return a%5 - b%5 })
		return s
	},
	"reduce": func(skua.Place) any {
		return par.Reduce([]string{"a", "b", "c", "d", "e"}, "", func(a, b string) string { return a + b })
	},
	"float reduce": func(skua.Place) any {
		return par.Reduce([]float64{1e16, 1, -1e16, 3, 1e-3, 7}, 0, func(a, b float64) float64 { return a + b })
	},
	"map":    func(skua.Place) any { return par.Map(numbers(20), func(i int) string { return fmt.Sprint(i) }) },
	"scan":   func(skua.Place) any { return par.Scan(numbers(20), 0, func(a, b int) int { return a + b }) },
	"filter": func(skua.Place) any { return par.Filter(numbers(20), func(i int) bool { return i%2 == 0 }) },
	"index":  func(skua.Place) any { return par.IndexFunc(numbers(40), func(i int) bool { return i%10 == 9 }) },
	"group":  func(skua.Place) any { return par.GroupBy(numbers(20), func(i int) int { return i % 3 }) },
	"sequence": func(skua.Place) any {
		return slices.Collect(par.MapSeq(slices.Values(numbers(10)), func(i int) int { return 2 * i }))
	},
	"writes by index": func(skua.Place) any {
		s := make([]int, 20)
		par.For(len(s), func(i int) { s[i] = i * i })
		return s
	},
	"rows": func(skua.Place) any {
		var m [5][5]int
		par.For(5, func(i int) { par.For(5, func(j int) { m[i][j] = i * j }) })
		return m
	},
	"appender": func(skua.Place) any {
		log := strand.NewAppender[int]()
		par.For(9, func(i int) { v := log.View(); *v = append(*v, i) })
		return log.Value()
	},
	"appender in a recursion": func(p skua.Place) any {
		log := strand.NewAppender[int]()
		skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			v := log.View()
			if *v = append(*v, n); n < 4 {
				f.Both(2*n, 2*n+1)
			}
			*v = append(*v, -n)
			return 0
		}).On(p, 1)
		return log.Value()
	},
	"appender in a scope": func(p skua.Place) any {
		log := strand.NewAppender[int]()
		s := skua.NewScope(context.Background(), p)
		for i := range 6 {
			s.Go(func(*skua.Worker) error { v := log.View(); *v = append(*v, i); return nil })
		}
		return errors.Join(s.Wait(), fmt.Errorf("%v", log.Value())).Error()
	},
	"exact sum": func(skua.Place) any {
		sum := strand.NewExact()
		par.ForEach([]float64{1e16, 1, -1e16, 3, 1e-3, 7}, func(x float64) { sum.View().Add(x) })
		return sum.Value().Sum()
	},
	"pedigree": func(skua.Place) any {
		root := strand.NewPedigree(1)
		s := make([]int, 9)
		par.For(len(s), func(i int) { s[i] = root.Child(uint64(i)).Rand().IntN(100) })
		return s
	},
	"counter": func(p skua.Place) any {
		var n atomic.Int64
		s := skua.NewScope(context.Background(), p)
		s.SetLimit(2)
		for range 6 {
			s.Go(func(w *skua.Worker) error {
				w.Go(s, func(*skua.Worker) error { n.Add(1); return nil })
				return nil
			})
		}
		return errors.Join(s.Wait(), fmt.Errorf("%d", n.Load())).Error()
	},
	"distinct keys": func(skua.Place) any {
		var mu sync.Mutex
		m := map[int]int{}
		par.For(9, func(i int) {
			mu.Lock()
			defer mu.Unlock()
			m[i] = i * i
		})
		return m
	},
	"handed over in Blocking": func(p skua.Place) any {
		c, got := make(chan int), 0
		skua.Join(p,
			func(w *skua.Worker) { skua.Blocking(w, func() { got = <-c }) },
			func(w *skua.Worker) { skua.Blocking(w, func() { c <- 1 }) })
		return got
	},
	"a call, a poll and a spawn in Blocking": func(p skua.Place) any {
		c, got := make(chan int), 0
		s := skua.NewScope(context.Background(), p)
		s.Go(func(w *skua.Worker) error {
			skua.Blocking(w, func() {
				s.Go(func(*skua.Worker) error { c <- fib.On(p, 3); return nil })
				got = <-c + fib.On(p, 3)
				w.Poll()
				got += <-c
			})
			return nil
		})
		s.Go(func(*skua.Worker) error { c <- 2; return nil })
		s.Wait()
		return got
	},
	"Blocking in a call in Blocking": func(p skua.Place) any {
		c, got := make(chan int), 0
		skua.Join(p,
			func(w *skua.Worker) {
				skua.Blocking(w, func() {
					skua.Join(p, func(w *skua.Worker) { skua.Blocking(w, func() { got = <-c }) }, func(*skua.Worker) {})
				})
			},
			func(w *skua.Worker) { skua.Blocking(w, func() { c <- 3 }) })
		return got
	},
	"a spin lock": func(skua.Place) any {
		var mu sync.Mutex
		n := 0
		par.For(4, func(int) {
			for !mu.TryLock() {
			}
			defer mu.Unlock()
			n++
		})
		return n
	},
	"a sequence that is pulled": func(p skua.Place) any {
		next, stop := iter.Pull(par.MapSeq(slices.Values(numbers(10)), func(i int) int { return 2 * i }, par.On(p)))
		defer stop()
		a, _ := next()
		b, _ := next()
		return a + b
	},
	"waits with Poll": func(p skua.Place) any {
		var set atomic.Bool
		skua.Join(p,
			func(w *skua.Worker) {
				for !set.Load() {
					w.Poll()
				}
			},
			func(*skua.Worker) { set.Store(true) })
		return set.Load()
	},
	"recovered panic": func(p skua.Place) any {
		var said string
		skua.Join(p, func(w *skua.Worker) {
			err := skua.Try(w, func() {
				skua.Join(w, func(*skua.Worker) {}, func(*skua.Worker) { panic("lost") })
			})
			said = err.(*skua.PanicError).Value.(string)
		}, func(*skua.Worker) {})
		return said
	},
	"one error": func(p skua.Place) any {
		_, err := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
			if n == 11 {
				return 0, errors.New("leaf 11")
			}
			if n < 8 {
				f.Both(2*n, 2*n+1)
			}
			return 0, nil
		}).On(context.Background(), p, 1)
		return err.Error()
	},
	"first index that fails": func(p skua.Place) any {
		return par.ForErr(context.Background(), 6, func(_ context.Context, i int) error {
			if i == 3 {
				return errors.New("three")
			}
			return nil
		}).Error()
	},
	"a sort by hand": func(p skua.Place) any { s := numbers(20); quick(p, s); return s },
}

func quick(p skua.Place, s []int) {
	if len(s) < 2 {
		return
	}
	last, k := len(s)-1, 0
	for i := range last {
		if s[i] < s[last] {
			s[i], s[k] = s[k], s[i]
			k++
		}
	}
	s[k], s[last] = s[last], s[k]
	skua.Join(p, func(w *skua.Worker) { quick(w, s[:k]) }, func(w *skua.Worker) { quick(w, s[k+1:]) })
}

// TestExplore_determinate: no program whose result does not depend on the schedule is complained of.
func TestExplore_determinate(t *testing.T) {
	if len(determinate) < 20 {
		t.Errorf("%d programs", len(determinate))
	}
	for name, program := range determinate {
		t.Run(name, func(t *testing.T) { schedule.Explore(t, program, schedule.Count(expect.Size(6, 20, 100))) })
	}
}
