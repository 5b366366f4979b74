package skua_test

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua"
)

type leaf struct{ left, right *leaf }

// height forks by closures: each gets the Worker it runs on, for its own forks.
func (l *leaf) height(w *skua.Worker) int {
	if l == nil {
		return 0
	}
	var a, b int
	skua.Join(w,
		func(w *skua.Worker) { a = l.left.height(w) },
		func(w *skua.Worker) { b = l.right.height(w) })
	return 1 + max(a, b)
}

func ExampleWorker() {
	root := &leaf{&leaf{nil, &leaf{}}, &leaf{}}
	skua.Default().Run(context.Background(), func(w *skua.Worker) error {
		fmt.Println(root.height(w))
		return nil
	})
	// Output: 3
}

func ExampleJoin() {
	var squares, cubes int
	skua.Join(skua.Default(),
		func(*skua.Worker) {
			for n := range 10 {
				squares += n * n
			}
		},
		func(*skua.Worker) {
			for n := range 10 {
				cubes += n * n * n
			}
		})
	fmt.Println(squares, cubes)
	// Output: 285 2025
}

func ExampleWorker_Context() {
	type key struct{}
	ctx := context.WithValue(context.Background(), key{}, "of this run")
	skua.Default().Run(ctx, func(w *skua.Worker) error {
		skua.Join(w,
			func(*skua.Worker) {},
			func(w *skua.Worker) { fmt.Println(w.Context().Value(key{})) })
		return nil
	})
	// Output: of this run
}

// Tasks that find more work spawn it into their own scope.
func ExampleWorker_Go() {
	var visited atomic.Int32
	s := skua.NewScope(context.Background(), skua.Default())
	var visit func(n int) func(w *skua.Worker) error
	visit = func(n int) func(w *skua.Worker) error {
		return func(w *skua.Worker) error {
			visited.Add(1)
			for child := range n {
				w.Go(s, visit(child))
			}
			return nil
		}
	}
	s.Go(visit(5))
	fmt.Println(s.Wait(), visited.Load())
	// Output: <nil> 32
}

func ExampleWorker_Poll() {
	var primes int
	skua.Join(skua.Default(),
		func(w *skua.Worker) {
			for n := 2; n < 1000; n++ {
				w.Poll() // thieves may want the other branch
				prime := true
				for d := 2; d*d <= n && prime; d++ {
					prime = n%d != 0
				}
				if prime {
					primes++
				}
			}
		},
		func(*skua.Worker) {})
	fmt.Println(primes)
	// Output: 168
}

// A function that waits for spawned tasks, at whatever Place it was given, passes the end
// of a cancelled run on to its caller.
func ExamplePoll() {
	sum := func(p skua.Place) int {
		var a, b int
		s := skua.NewScope(context.Background(), p)
		s.Go(func(*skua.Worker) error { a = 1; return nil })
		s.Go(func(*skua.Worker) error { b = 2; return nil })
		if err := s.Wait(); err != nil {
			skua.Poll(p) // stops here, unless something else is wrong
			panic(err)
		}
		return a + b
	}
	fmt.Println(sum(skua.Default()))
	ctx, cancel := context.WithCancel(context.Background())
	err := skua.Default().Run(ctx, func(w *skua.Worker) error {
		cancel()
		fmt.Println(sum(w), "is not printed")
		return nil
	})
	fmt.Println(err)
	// Output:
	// 3
	// context canceled
}

// On a pool of one worker, a task waits for another of the same pool.
func ExampleBlocking() {
	pool, err := skua.New(skua.WithWorkers(1))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	answers := make(chan int)
	skua.Join(pool,
		func(w *skua.Worker) {
			skua.Blocking(w, func() { fmt.Println(<-answers) })
		},
		func(*skua.Worker) { answers <- 42 })
	// Output: 42
}
