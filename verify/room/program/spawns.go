package program

import (
	"context"
	"time"

	"github.com/skua-go/skua"
)

var spawns = []Program{
	{Name: "scope-one", Doc: "one producer outside spawns tasks by Scope.Go", Default: Params{"n": 40_000, "task": 1000},
		Start: func(pool *skua.Pool, _ int, p Params) func() time.Duration {
			return whole(func() {
				s := skua.NewScope(context.Background(), pool)
				for range p["n"] {
					s.Go(task(p["task"]))
				}
				wait(s)
			})
		}},
	{Name: "worker-one", Doc: "one worker spawns tasks by Worker.Go", Default: Params{"n": 40_000, "task": 1000},
		Start: func(pool *skua.Pool, _ int, p Params) func() time.Duration {
			return whole(func() {
				inside(pool, func(w *skua.Worker) {
					s := skua.NewScope(context.Background(), w)
					for range p["n"] {
						w.Go(s, task(p["task"]))
					}
					wait(s)
				})
			})
		}},
	{Name: "scope-all", Doc: "all workers spawn tasks in one scope by Scope.Go", Default: Params{"n": 40_000, "task": 1000},
		Start: func(pool *skua.Pool, workers int, p Params) func() time.Duration {
			return all(pool, workers, p, func(s *skua.Scope, _ *skua.Worker) { s.Go(task(p["task"])) })
		}},
	{Name: "worker-all", Doc: "all workers spawn tasks in one scope by Worker.Go", Default: Params{"n": 40_000, "task": 1000},
		Start: func(pool *skua.Pool, workers int, p Params) func() time.Duration {
			return all(pool, workers, p, func(s *skua.Scope, w *skua.Worker) { w.Go(s, task(p["task"])) })
		}},
	{Name: "spawn-tree", Doc: "unit-tree by Worker.Go: each node spawns one child and goes on with the other", Default: Params{"levels": 16, "node": 100},
		Start: func(pool *skua.Pool, _ int, p Params) func() time.Duration {
			return whole(func() {
				inside(pool, func(w *skua.Worker) {
					s := skua.NewScope(context.Background(), w)
					spawnUnits(s, w, p["levels"], p["node"])
					wait(s)
				})
			})
		}},
}

// spawnUnits runs a path of nodes from the root of a tree to a leaf, and spawns what hangs on it.
func spawnUnits(s *skua.Scope, w *skua.Worker, levels, node int) {
	for left := levels; left > 1; left-- {
		work(node)
		w.Go(s, func(w *skua.Worker) error {
			spawnUnits(s, w, left-1, node)
			return nil
		})
	}
	work(node)
}

// task is a task that works for so many nanoseconds.
func task(ns int) func(*skua.Worker) error {
	return func(*skua.Worker) error { work(ns); return nil }
}

// all spawns from four tasks for each worker.
func all(pool *skua.Pool, workers int, p Params, spawn func(s *skua.Scope, w *skua.Worker)) func() time.Duration {
	spawners := 4 * workers
	return whole(func() {
		s := skua.NewScope(context.Background(), pool)
		for range spawners {
			s.Go(func(w *skua.Worker) error {
				for range p["n"] / spawners {
					spawn(s, w)
				}
				return nil
			})
		}
		wait(s)
	})
}

func wait(s *skua.Scope) {
	if err := s.Wait(); err != nil {
		panic(err)
	}
}
