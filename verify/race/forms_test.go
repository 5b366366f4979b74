//go:build race

package race

import (
	"context"

	"github.com/skua-go/skua"
)

// A form is a way to run several calls of act that may run at the same time, on pool.
type form func(pool *skua.Pool, act func())

// forms are the ways of package skua: the name says how, and is the name of the test.
var forms = map[string]form{
	"frame/fork": tree(func(f *frame, n int, act func()) {
		leaf(f.Fork(n-1), n-1, act)
		if _, done := f.Join(); !done {
			leaf(f, n-1, act)
		}
	}),
	"frame/both":    tree(func(f *frame, n int, _ func()) { f.Both(n-1, n-1) }),
	"frame/each":    tree(func(f *frame, n int, _ func()) { f.Each([]int{n - 1, n - 1, n - 1}, make([]int, 3)) }),
	"frame/try":     tree(func(f *frame, n int, _ func()) { skua.Try(f, func() { f.Both(n-1, n-1) }) }),
	"frame/call":    tree(func(f *frame, n int, _ func()) { f.Call(n - 1); f.Both(0, 0) }),
	"frame/join-at": tree(func(f *frame, n int, act func()) { skua.Join(f, do(act), do(act)) }),
	"frame/here":    tree(func(f *frame, n int, act func()) { skua.Join(skua.Here(), do(act), do(act)) }),
	"frame/blocking": tree(func(f *frame, n int, act func()) {
		skua.Blocking(f, func() { skua.Join(f, do(act), do(act)) })
	}),
	"frame/maker": tree(func(f *frame, n int, act func()) {
		f.Fork(0)
		act()
		f.Join()
	}),
	"frame/deep": func(pool *skua.Pool, act func()) { // two forks at the far end of a long row of others
		skua.NewFunc(func(f *frame, n int) int {
			switch {
			case n > 1:
				a, b := f.Both(n-1, 0)
				return a + b
			case n == 1:
				a, b := f.Both(-1, -1)
				return a + b
			case n < 0:
				act()
			}
			return n
		}).On(pool, 40)
	},
	"frame/left-deep": func(pool *skua.Pool, act func()) { // more than may be pending apart
		skua.NewFunc(func(f *frame, n int) int {
			if n <= 0 {
				if n == -150 || n == -3 {
					act()
				}
				return 0
			}
			a, b := f.Both(n-1, -n)
			return a + b
		}).On(pool, 200)
	},
	"frame/rare": func(pool *skua.Pool, act func()) { // two leaves of many
		skua.NewFunc(func(f *frame, n int) int {
			if n >= 512 {
				if n == 515 || n == 1020 {
					act()
				}
				return n
			}
			a, b := f.Both(2*n, 2*n+1)
			return a + b
		}).On(pool, 1)
	},
	"frame/err": func(pool *skua.Pool, act func()) {
		skua.NewFuncErr(func(f *frame, n int) (int, error) {
			if n == 0 {
				act()
				return 0, nil
			}
			a, b := f.Both(n-1, n-1)
			return a + b, nil
		}).On(context.Background(), pool, 2)
	},
	"frame/context": func(pool *skua.Pool, act func()) {
		ctx, end := context.WithCancel(context.Background())
		defer end()
		skua.NewFunc(func(f *frame, n int) int {
			if f.Poll(); n == 0 {
				act()
				return 0
			}
			a, b := f.Both(n-1, n-1)
			return a + b
		}).OnContext(ctx, pool, 2)
	},
	"join/plain":  func(pool *skua.Pool, act func()) { skua.Join(pool, do(act), do(act)) },
	"join/worker": inRun(func(w *skua.Worker, act func()) { skua.Join(w, do(act), do(act)) }),
	"join/nested": inRun(func(w *skua.Worker, act func()) {
		two := func(w *skua.Worker) { skua.Join(w, do(act), do(func() {})) }
		skua.Join(w, two, two)
	}),
	"join/series": inRun(func(w *skua.Worker, act func()) { // of which only the last is parallel to the task around
		skua.Join(w, func(w *skua.Worker) {
			skua.Join(w, do(func() {}), do(func() {}))
			act()
		}, func(w *skua.Worker) {
			skua.Join(w, do(func() {}), do(func() {}))
			act()
		})
	}),
	"join/pools": func(pool *skua.Pool, act func()) {
		other := must(skua.New(skua.WithWorkers(1)))
		defer other.Close()
		skua.Join(pool, do(act), func(*skua.Worker) { skua.Join(other, do(act), do(func() {})) })
	},
	"scope/pool": func(pool *skua.Pool, act func()) { spawn(skua.NewScope(context.Background(), pool), act) },
	"scope/task": inRun(func(w *skua.Worker, act func()) { spawn(skua.NewScope(context.Background(), w), act) }),
	"scope/worker": inRun(func(w *skua.Worker, act func()) {
		s := skua.NewScope(context.Background(), w)
		w.Go(s, task(act))
		w.Go(s, task(act))
		s.Wait()
	}),
	"scope/maker": func(pool *skua.Pool, act func()) {
		s := skua.NewScope(context.Background(), pool)
		s.Go(task(act))
		act()
		s.Wait()
	},
	"scope/child": func(pool *skua.Pool, act func()) { // a task, and what it has spawned
		s := skua.NewScope(context.Background(), pool)
		s.Go(func(*skua.Worker) error {
			s.Go(task(act))
			act()
			return nil
		})
		s.Wait()
	},
	"scope/children": func(pool *skua.Pool, act func()) {
		s := skua.NewScope(context.Background(), pool)
		for range 2 {
			s.Go(func(*skua.Worker) error { s.Go(task(act)); return nil })
		}
		s.Wait()
	},
	"scope/nested": func(pool *skua.Pool, act func()) {
		s := skua.NewScope(context.Background(), pool)
		for range 2 {
			s.Go(func(w *skua.Worker) error {
				inner := skua.NewScope(context.Background(), w)
				inner.Go(task(act))
				return inner.Wait()
			})
		}
		s.Wait()
	},
	"scope/forked": inRun(func(w *skua.Worker, act func()) {
		s := skua.NewScope(context.Background(), w)
		skua.Join(w, func(*skua.Worker) { s.Go(task(act)) }, func(*skua.Worker) { s.Go(task(act)) })
		s.Wait()
	}),
	"scope/round": func(pool *skua.Pool, act func()) {
		s := skua.NewScope(context.Background(), pool)
		s.Go(task(func() {}))
		s.Wait()
		spawn(s, act)
	},
	"scope/limit": func(pool *skua.Pool, act func()) {
		s := skua.NewScope(context.Background(), pool)
		s.SetLimit(2)
		spawn(s, act)
	},
	"scope/many": func(pool *skua.Pool, act func()) { // of a single pair that far apart one in eight is missed
		s := skua.NewScope(context.Background(), pool)
		for k := range 500 {
			s.Go(func(*skua.Worker) error {
				if k%100 == 3 {
					act()
				}
				return nil
			})
		}
		s.Wait()
	},
	"scope/two": inRun(func(w *skua.Worker, act func()) {
		a, b := skua.NewScope(context.Background(), w), skua.NewScope(context.Background(), w)
		a.Go(task(act))
		b.Go(task(act))
		a.Wait()
		b.Wait()
	}),
	"loop/next":  over(skua.Loop{To: 8}, each),
	"loop/two":   over(skua.Loop{To: 2}, each),
	"loop/long":  over(skua.Loop{To: 100_000}, each),
	"loop/grain": over(skua.Loop{To: 64, Grain: 16}, each),
	"loop/limit": over(skua.Loop{To: 64, Workers: 2}, each),
	"loop/chunk": over(skua.Loop{To: 1000}, func(p *skua.Part, act func()) {
		for _, _, ok := p.Chunk(); ok; _, _, ok = p.Chunk() {
			act()
		}
	}),
	"loop/part": over(skua.Loop{To: 100}, func(p *skua.Part, act func()) { act() }),
	"loop/task": inRun(func(w *skua.Worker, act func()) {
		(&skua.Loop{To: 8, Body: func(p *skua.Part) { each(p, act) }}).Run(w)
	}),
	"loop/nested": over(skua.Loop{To: 2}, func(p *skua.Part, act func()) {
		for p.Next() {
			(&skua.Loop{To: 2, Body: func(p *skua.Part) { each(p, act) }}).Run(p.Worker())
		}
	}),
	"loop/join": over(skua.Loop{To: 1}, func(p *skua.Part, act func()) {
		for p.Next() {
			skua.Join(p.Worker(), do(act), do(act))
		}
	}),
	"loop/forked": inRun(func(w *skua.Worker, act func()) {
		skua.Join(w, do(act), func(w *skua.Worker) {
			(&skua.Loop{To: 1, Body: func(p *skua.Part) { each(p, act) }}).Run(w)
		})
	}),
}

type frame = skua.Frame[int, int]

// tree is a form that runs body, which forks once at f, in a Func that acts at n = 0.
func tree(body func(f *frame, n int, act func())) form {
	return func(pool *skua.Pool, act func()) {
		skua.NewFunc(func(f *frame, n int) int {
			if n == 0 {
				act()
			} else {
				body(f, n, act)
			}
			return 0
		}).On(pool, 1)
	}
}

// leaf is a call of the body that a tree has at n = 0.
func leaf(_ *frame, _ int, act func()) int {
	act()
	return 0
}

func inRun(body func(w *skua.Worker, act func())) form {
	return func(pool *skua.Pool, act func()) {
		pool.Run(context.Background(), func(w *skua.Worker) error { body(w, act); return nil })
	}
}

func over(l skua.Loop, body func(p *skua.Part, act func())) form {
	return func(pool *skua.Pool, act func()) {
		l := l
		l.Body = func(p *skua.Part) { body(p, act) }
		l.Run(pool)
	}
}

func each(p *skua.Part, act func()) {
	for p.Next() {
		act()
	}
}

func do(act func()) func(*skua.Worker) { return func(*skua.Worker) { act() } }

func task(act func()) func(*skua.Worker) error {
	return func(*skua.Worker) error { act(); return nil }
}

func spawn(s *skua.Scope, act func()) {
	s.Go(task(act))
	s.Go(task(act))
	s.Wait()
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
