package skua_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua"
)

func ExampleScope() {
	lengths := make([]int, 3)
	s := skua.NewScope(context.Background(), skua.Default())
	for i, word := range []string{"abc", "de", "f"} {
		s.Go(func(*skua.Worker) error {
			lengths[i] = len(word)
			return nil
		})
	}
	if err := s.Wait(); err != nil {
		panic(err)
	}
	fmt.Println(lengths)
	// Output: [3 2 1]
}

// A scope that a task makes belongs to the task.
func ExampleNewScope() {
	var sum atomic.Int64
	err := skua.Default().Run(context.Background(), func(w *skua.Worker) error {
		s := skua.NewScope(w.Context(), w)
		for n := range int64(10) {
			w.Go(s, func(*skua.Worker) error {
				sum.Add(n)
				return nil
			})
		}
		return s.Wait()
	})
	fmt.Println(sum.Load(), err)
	// Output: 45 <nil>
}

// Go may be called from anywhere, also by the scope's tasks.
func ExampleScope_Go() {
	s := skua.NewScope(context.Background(), skua.Default())
	s.Go(func(*skua.Worker) error {
		s.Go(func(*skua.Worker) error {
			fmt.Println("spawned by a task")
			return nil
		})
		return nil
	})
	fmt.Println(s.Wait())
	// Output:
	// spawned by a task
	// <nil>
}

func ExampleScope_Wait() {
	s := skua.NewScope(context.Background(), skua.Default())
	s.Go(func(*skua.Worker) error { return errors.New("no such file") })
	s.Go(func(*skua.Worker) error { return nil })
	fmt.Println(s.Wait())
	// Output: no such file
}

// The first error cancels what has not ended.
func ExampleScope_Context() {
	s := skua.NewScope(context.Background(), skua.Default())
	started := make(chan bool) // a task that has not started by then never does
	s.Go(func(w *skua.Worker) error {
		close(started)
		skua.Blocking(w, func() { <-s.Context().Done() })
		fmt.Println("stopped:", context.Cause(s.Context()))
		return nil
	})
	s.Go(func(w *skua.Worker) error {
		skua.Blocking(w, func() { <-started })
		return errors.New("disk full")
	})
	fmt.Println("waited:", s.Wait())
	// Output:
	// stopped: disk full
	// waited: disk full
}

func ExampleScope_SetLimit() {
	s := skua.NewScope(context.Background(), skua.Default())
	s.SetLimit(1) // one at a time: no lock is needed
	sum := 0
	for n := range 10 {
		s.Go(func(*skua.Worker) error {
			sum += n
			return nil
		})
	}
	fmt.Println(s.Wait(), sum)
	// Output: <nil> 45
}
