package schedule_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// dependent are programs whose results depend on the schedule.
var dependent = map[string]func(p skua.Place) any{
	"float sum under a lock": func(skua.Place) any {
		var mu sync.Mutex
		sum := 0.0
		par.ForEach([]float64{1e16, 1, -1e16, 3, 1e-3, 7}, func(x float64) {
			mu.Lock()
			defer mu.Unlock()
			sum += x
		})
		return sum
	},
	"append under a lock": func(skua.Place) any {
		var l list[int]
		par.For(8, l.add)
		return l.all
	},
	"map, last writer wins": func(skua.Place) any {
		var mu sync.Mutex
		m := map[string]int{}
		words := strings.Fields("tern skua gull tern auk")
		par.For(len(words), func(i int) {
			mu.Lock()
			defer mu.Unlock()
			m[words[i]] = i
		})
		return m
	},
	"map, first writer wins": func(skua.Place) any {
		var m sync.Map
		par.For(6, func(i int) { m.LoadOrStore(i%2, i) })
		v, _ := m.Load(1)
		return v
	},
	"first error wins": func(p skua.Place) any {
		s := skua.NewScope(context.Background(), p)
		for i := range 4 {
			s.Go(func(*skua.Worker) error { return fmt.Errorf("task %d", i) })
		}
		return s.Wait().Error()
	},
	"first error of a recursion": func(p skua.Place) any {
		fail := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
			if n > 7 {
				return 0, fmt.Errorf("leaf %d", n)
			}
			f.Both(2*n, 2*n+1)
			return 0, nil
		})
		_, err := fail.On(context.Background(), p, 1)
		return err.Error()
	},
	"greatest, with ties": func(skua.Place) any {
		var mu sync.Mutex
		best := ""
		par.ForEach([]string{"auk", "tern", "skua", "gull", "owl"}, func(w string) {
			mu.Lock()
			defer mu.Unlock()
			if len(w) > len(best) {
				best = w
			}
		})
		return best
	},
	"numbers from a counter": func(skua.Place) any {
		var last atomic.Int64
		return par.Map([]string{"a", "b", "c", "d"}, func(s string) string { return fmt.Sprint(s, last.Add(1)) })
	},
	"shared random numbers": func(skua.Place) any {
		var mu sync.Mutex
		r := rand.New(rand.NewSource(1))
		return par.Map(make([]int, 5), func(int) int {
			mu.Lock()
			defer mu.Unlock()
			return r.Intn(100)
		})
	},
	"buffers of parts": func(p skua.Place) any {
		var bufs list[[]int]
		l := skua.Loop{To: 8, Body: func(p *skua.Part) {
			var buf []int
			for p.Next() {
				buf = append(buf, p.Index())
			}
			bufs.add(buf)
		}}
		l.Run(p)
		return fmt.Sprint(bufs.all)
	},
	"buffers of workers": func(p skua.Place) any {
		var mu sync.Mutex
		bufs := map[*skua.Worker][]int{}
		l := skua.Loop{To: 8, Body: func(p *skua.Part) {
			for p.Next() {
				mu.Lock()
				bufs[p.Worker()] = append(bufs[p.Worker()], p.Index())
				mu.Unlock()
			}
		}}
		l.Run(p)
		return len(bufs)
	},
	"any match": func(skua.Place) any {
		var found atomic.Int64
		par.For(9, func(i int) {
			if i%3 == 2 {
				found.CompareAndSwap(0, int64(i))
			}
		})
		return found.Load()
	},
	"log of a scope's tasks": func(p skua.Place) any {
		var l list[int]
		s := skua.NewScope(context.Background(), p)
		for i := range 4 {
			s.Go(func(*skua.Worker) error { l.add(i); return nil })
		}
		return errors.Join(s.Wait(), fmt.Errorf("%v", l.all)).Error()
	},
	"log of a limited scope": func(p skua.Place) any {
		var l list[int]
		s := skua.NewScope(context.Background(), p)
		s.SetLimit(2)
		for i := range 4 {
			s.Go(func(*skua.Worker) error { l.add(i); skua.Poll(p); l.add(-i); return nil })
		}
		return errors.Join(s.Wait(), fmt.Errorf("%v", l.all)).Error()
	},
	"chunks of a loop": func(p skua.Place) any {
		var l list[string]
		par.ForRange(0, 9, func(lo, hi int) { l.add(fmt.Sprint(lo, "-", hi)) })
		return strings.Join(l.all, " ")
	},
	"log of a recursion": func(p skua.Place) any {
		var l list[int]
		skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			l.add(n)
			if n < 4 {
				f.Both(2*n, 2*n+1)
			}
			return 0
		}).On(p, 1)
		return l.all
	},
	"a channel's order": func(skua.Place) any {
		c := make(chan int, 6)
		par.For(6, func(i int) { c <- i })
		close(c)
		var all []int
		for i := range c {
			all = append(all, i)
		}
		return all
	},
	"hash that does not commute": func(skua.Place) any {
		var h atomic.Uint64
		par.For(6, func(i int) {
			for old := h.Load(); !h.CompareAndSwap(old, 31*old+uint64(i)); old = h.Load() {
			}
		})
		return h.Load()
	},
	"budget": func(skua.Place) any {
		var left atomic.Int64
		left.Store(3)
		return par.Filter([]int{0, 1, 2, 3, 4, 5}, func(int) bool { return left.Add(-1) >= 0 })
	},
	"flag that another branch sets": func(p skua.Place) any {
		var set, seen atomic.Bool
		skua.Join(p, func(*skua.Worker) { set.Store(true) }, func(*skua.Worker) { seen.Store(set.Load()) })
		return seen.Load()
	},
	"free list": func(skua.Place) any {
		free := list[int]{all: []int{1, 2, 3}}
		return par.Map([]int{0, 1, 2}, func(int) int {
			free.mu.Lock()
			defer free.mu.Unlock()
			last := len(free.all) - 1
			id := free.all[last]
			free.all = free.all[:last]
			return id
		})
	},
	"moving average": func(skua.Place) any {
		var mu sync.Mutex
		avg := 0
		par.For(6, func(i int) {
			mu.Lock()
			defer mu.Unlock()
			avg = (avg + i*i) / 2
		})
		return avg
	},
	"children of a task": func(p skua.Place) any {
		var l list[string]
		skua.Join(p,
			func(w *skua.Worker) {
				skua.Join(w, func(*skua.Worker) { l.add("aa") }, func(*skua.Worker) { l.add("ab") })
			},
			func(w *skua.Worker) { l.add("b") })
		return l.all
	},
}

// TestExplore_dependent: every program whose result depends on the schedule is found.
func TestExplore_dependent(t *testing.T) {
	if len(dependent) < 20 {
		t.Errorf("%d programs", len(dependent))
	}
	for name, program := range dependent {
		t.Run(name, func(t *testing.T) { wantFound(t, program, []string{"depends on the schedule", "SKUA_SCHEDULE="}) })
	}
}
