//go:build race

package race

import (
	"context"
	"sync"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/strand"
)

// races are programs with a race of another sort than two acts.
var races = map[string]func(){
	"view/kept": func() { // one strand's view, used by two
		r := strand.NewReducer(func() int { return 0 }, func(a, b int) int { return a + b })
		onOne(func(w *skua.Worker) {
			view := r.View()
			inc := func(*skua.Worker) { *view++ }
			skua.Join(w, inc, inc)
		})
	},
	"view/goroutine": func() { // a goroutine that a task starts is in no task
		r := strand.NewReducer(func() int { return 0 }, func(a, b int) int { return a + b })
		onOne(func(w *skua.Worker) {
			done := make(chan bool)
			skua.Join(w, func(*skua.Worker) {
				go func() { *r.View()++; done <- true }()
				<-done
			}, func(*skua.Worker) {
				go func() { *r.View()++; done <- true }()
				<-done
			})
		})
	},
	"scratch": func() { // what uses scratch space is not ordered by it
		x, buf := 0, par.Local(func() []int { return make([]int, 8) })
		par.For(100, func(i int) {
			(*buf.View())[i%8]++
			x++
		})
	},
	"scratch/shared": func() { // scratch space that is none
		one := make([]int, 8)
		buf := par.Local(func() []int { return one })
		par.For(100, func(i int) { (*buf.View())[0]++ })
	},
	"round": func() { // who begins a round of a scope comes before nobody else who spawns into it
		pool := must(skua.New(skua.WithWorkers(2)))
		defer pool.Close()
		s := skua.NewScope(context.Background(), pool)
		s.Go(func(*skua.Worker) error { return nil })
		_ = s.Wait()
		x, release := 0, make(chan bool)
		wait := func(w *skua.Worker) error {
			skua.Blocking(w, func() { <-release })
			return nil
		}
		var both sync.WaitGroup
		both.Go(func() { x++; s.Go(wait) })
		both.Go(func() {
			time.Sleep(50 * time.Millisecond) // likely after the other has spawned
			s.Go(wait)
			x++
		})
		both.Wait()
		close(release)
		_ = s.Wait()
	},
	"map": func() {
		m := map[int]int{}
		par.For(2, func(i int) { m[i] = i })
	},
	"append": func() {
		var s []int
		par.For(2, func(i int) { s = append(s, i) })
	},
	"free list": func() { // combine puts there what newAcc takes from there
		free := [][]int{}
		onOne(func(*skua.Worker) {
			par.Fold(make([]int, 64), func() []int {
				if n := len(free); n > 0 {
					return free[n-1][:0]
				}
				return nil
			}, func(acc []int, v int) []int { return append(acc, v) }, func(a, b []int) []int {
				free = append(free, b)
				return append(a, b...)
			})
		})
	},
	"neighbours": func() {
		s := make([]int, 1000)
		par.For(999, func(i int) { s[i+1] = s[i] })
	},
	"read": func() { // the branch writes what its maker reads
		x, y := 0, 0
		onOne(func(w *skua.Worker) {
			skua.Join(w, func(*skua.Worker) { y = x }, func(*skua.Worker) { x = 1 })
		})
		_ = y
	},
	"result": func() { // read before the join
		x := 0
		skua.NewFunc(func(f *frame, n int) int {
			if n == 0 {
				x = 1
				return 0
			}
			f.Fork(0)
			n = x
			f.Join()
			return n
		}).On(skua.Default(), 1)
	},
	"scope/read": func() {
		x := 0
		s := skua.NewScope(context.Background(), skua.Default())
		s.Go(func(*skua.Worker) error { x = 1; return nil })
		if x == 0 {
			s.Wait()
		}
	},
	"scope/refused": func() { // tasks that no scope took have no room
		onOne(func(w *skua.Worker) {
			s := skua.NewScope(context.Background(), w)
			s.Wait()
			for range 100 {
				done := make(chan any)
				go func() {
					defer func() { done <- recover() }()
					s.Go(task(func() {}))
				}()
				if <-done == nil {
					panic("a task was taken after Wait")
				}
			}
			act := plainly()
			skua.Join(w, do(act), do(act))
		})
	},
	"scope/blocked": func() { // tasks that wait have none
		onOne(func(w *skua.Worker) {
			var begun sync.WaitGroup
			begun.Add(100)
			end := make(chan bool)
			s := skua.NewScope(context.Background(), w)
			for range 100 {
				s.Go(func(w *skua.Worker) error {
					skua.Blocking(w, func() { begun.Done(); <-end })
					return nil
				})
			}
			skua.Blocking(w, begun.Wait)
			act := plainly()
			skua.Join(w, do(act), do(act))
			close(end)
			s.Wait()
		})
	},
	"after/blocking": branches(func(w *skua.Worker, act func()) { // what a branch does when it has waited
		skua.Blocking(w, func() {})
		act()
	}),
	"after/wait": branches(func(w *skua.Worker, act func()) {
		spawn(skua.NewScope(context.Background(), w), func() {})
		act()
	}),
	"before/wait": func() { // before one has waited, and after another has
		var n orderless
		branches(func(w *skua.Worker, act func()) {
			k := n.next()
			if k == 0 {
				act()
			}
			spawn(skua.NewScope(context.Background(), w), func() {})
			if k == 1 {
				act()
			}
		})()
	},
	"after/task": func() {
		act := plainly()
		spawn(skua.NewScope(context.Background(), skua.Default()), func() {
			skua.Blocking(skua.Here(), func() {})
			act()
		})
	},
	"par/Scope/spawns":  spawners(true),  // a task that acts, then spawns, and one that spawns, then acts
	"par/Scope/results": spawners(false), // a task that acts, then has a result, and one that spawns, then acts
	"loop/after": func() { // after an early end
		x := 0
		(&skua.Loop{To: 100, Body: func(p *skua.Part) {
			for p.Next() {
				if x > 50 {
					return
				}
				x++
			}
		}}).Run(skua.Here())
	},
}

// orderless is a number whose changes are no order for the detector, nor a race.
type orderless struct{ n int }

//go:norace
func (o *orderless) next() int {
	o.n++ // the branches of a program on one worker run one after the other
	return o.n - 1
}

// spawners is a program with two tasks, of which the first to run acts, and then spawns or not, and the other
// spawns, and then acts.
func spawners(both bool) func() {
	return func() {
		act := plainly()
		var n orderless
		s := par.NewScope[int](context.Background())
		for range 2 {
			s.Go(func(context.Context) (int, error) {
				first := n.next() == 0
				if first {
					act()
				}
				if both || !first {
					s.Go(func(context.Context) (int, error) { return 0, nil })
				}
				if !first {
					act()
				}
				return 1, nil
			})
		}
		s.Wait()
	}
}

// branches is a program that runs three of them.
func branches(body func(w *skua.Worker, act func())) func() {
	return func() {
		act := plainly()
		onOne(func(w *skua.Worker) {
			(&skua.Loop{To: 3, Body: func(p *skua.Part) {
				for p.Next() {
					body(p.Worker(), act)
				}
			}}).Run(w)
		})
	}
}

func onOne(body func(w *skua.Worker)) {
	pool := must(skua.New(skua.WithWorkers(1)))
	defer pool.Close()
	pool.Run(context.Background(), func(w *skua.Worker) error { body(w); return nil })
}
