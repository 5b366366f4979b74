package skua_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
)

// A Config is plain data and an Option that sets everything.
func ExampleConfig() {
	for _, c := range []skua.Config{
		{Workers: 2},
		{Workers: 2, Policy: skua.Policy{Expose: "half", Keep: "always"}},
	} {
		pool, err := skua.New(c)
		if err != nil {
			panic(err)
		}
		fmt.Println(skua.NewFunc(fibonacci).On(pool, 15))
		pool.Close()
	}
	// Output:
	// 610
	// 610
}

// Options are applied in order: the last one counts.
func ExampleOption() {
	options := []skua.Option{skua.Config{Workers: 8}, skua.WithWorkers(3)}
	pool, err := skua.New(options...)
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	fmt.Println(pool.Stats().Workers)
	// Output: 3
}

func ExampleWithWorkers() {
	pool, err := skua.New(skua.WithWorkers(6))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	fmt.Println(pool.Stats().Workers)
	// Output: 6
}

// A server lets as many requests compute at a time as there are processors, and lets
// the others wait. A request whose client goes away while it waits is never begun.
func ExampleWithGuests() {
	pool, err := skua.New(skua.WithWorkers(2), skua.WithGuests(2))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	var now, most atomic.Int32
	var clients sync.WaitGroup
	for range 100 {
		clients.Go(func() {
			err := pool.Run(context.Background(), func(w *skua.Worker) error {
				n := now.Add(1)
				defer now.Add(-1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				skua.NewFunc(fibonacci).On(w, 15)
				return nil
			})
			if err != nil {
				fmt.Println(err)
			}
		})
	}
	clients.Wait()
	fmt.Println("more than two at a time:", most.Load() > 2)
	// Output: more than two at a time: false
}

// Policies are an Option too. This pool keeps a task public while it runs long leaves
// without forks or polls, so that a thief need not wait for the owner to look.
func ExamplePolicy() {
	pool, err := skua.New(skua.WithWorkers(2), skua.Policy{Keep: "always"})
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	fmt.Println(skua.NewFunc(fibonacci).On(pool, 15))
	// Output: 610
}

// A task that waits for another outside Blocking can stop a pool. The watchdog
// tells where, on standard error.
func ExampleWithWatchdog() {
	pool, err := skua.New(skua.WithWatchdog(10 * time.Second))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	fmt.Println(skua.NewFunc(fibonacci).On(pool, 15))
	// Output: 610
}
