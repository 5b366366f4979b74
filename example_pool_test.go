package skua_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/skua-go/skua"
)

func ExamplePool() {
	pool, err := skua.New(skua.WithWorkers(4))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	fmt.Println(skua.NewFunc(fibonacci).On(pool, 15))
	// Output: 610
}

func ExampleNew() {
	_, err := skua.New(skua.Policy{Victim: "the weakest"})
	fmt.Println(errors.Is(err, skua.ErrConfig))
	fmt.Println(err)
	// Output:
	// true
	// skua: bad configuration: victim "the weakest" is none of ["random" "roundrobin" "last" "richer" "fixed"]
}

func ExampleDefault() {
	a := skua.NewFunc(fibonacci).Run(10)
	b := skua.NewFunc(fibonacci).On(skua.Default(), 10)
	fmt.Println(a == b, skua.Default().Close())
	// Output: true skua: the default pool cannot be closed
}

func ExamplePool_Workers() {
	pool, err := skua.New(skua.WithWorkers(4))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	fmt.Println(pool.Workers())
	// Output: 4
}

func ExamplePool_Run() {
	err := skua.Default().Run(context.Background(), func(w *skua.Worker) error {
		if skua.NewFunc(fibonacci).On(w, 10) != 55 {
			return errors.New("wrong")
		}
		return nil
	})
	fmt.Println(err)
	// Output: <nil>
}

// When the context ends, a run stops at its next fork, and its deferred calls
// run.
func ExamplePool_Run_cancel() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	err := skua.Default().Run(ctx, func(w *skua.Worker) error {
		defer fmt.Println("unwound")
		skua.NewFunc(fibonacci).On(w, 90) // would take centuries
		return nil
	})
	fmt.Println(err)
	// Output:
	// unwound
	// context deadline exceeded
}

func ExamplePool_Resize() {
	pool, err := skua.New(skua.WithWorkers(1))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	fmt.Println(pool.Resize(8), pool.Stats().Workers)
	fmt.Println(pool.Resize(0))
	// Output:
	// <nil> 8
	// skua: bad configuration: 0 workers is not in 1 to 1024
}

func ExamplePool_Close() {
	pool, err := skua.New()
	if err != nil {
		panic(err)
	}
	fmt.Println(pool.Close())
	err = pool.Run(context.Background(), func(*skua.Worker) error { return nil })
	fmt.Println(errors.Is(err, skua.ErrClosed))
	// Output:
	// <nil>
	// true
}

func ExamplePool_Stats() {
	pool, err := skua.New(skua.WithWorkers(3))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	before := pool.Stats()
	s := skua.NewScope(context.Background(), pool)
	for range 10 {
		s.Go(func(*skua.Worker) error { return nil })
	}
	s.Wait()
	fmt.Println(pool.Stats().Tasks-before.Tasks, "spawned tasks")
	// Output: 10 spawned tasks
}

func ExampleStats() {
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	idle := pool.Stats()
	fmt.Println(idle.Workers, "may run,", idle.Residents, "were needed so far")
	// Output: 2 may run, 0 were needed so far
}

// A function that gets no Place runs where its caller is: in a task on the task's pool, and
// cancelled with its run.
func ExampleHere() {
	total := func(lists ...[]int) (sum int) {
		var sums [2]int
		skua.Join(skua.Here(),
			func(*skua.Worker) { sums[0] = len(lists[0]) },
			func(*skua.Worker) { sums[1] = len(lists[1]) })
		return sums[0] + sums[1]
	}
	fmt.Println(total([]int{1, 2}, []int{3}))

	pool, _ := skua.New(skua.WithWorkers(2))
	defer pool.Close()
	pool.Run(context.Background(), func(*skua.Worker) error {
		fmt.Println(total([]int{4}, []int{5, 6, 7}))
		return nil
	})
	// Output:
	// 3
	// 4
}
