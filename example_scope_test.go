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

// collatz returns how many steps it takes n to come to 1: uneven work.
func collatz(n int) (steps int) {
	for x := int64(n); x != 1; steps++ {
		if x%2 == 0 {
			x /= 2
		} else {
			x = 3*x + 1
		}
	}
	return steps
}

func ExampleLoop() {
	steps := make([]int, 10)
	loop := skua.Loop{From: 1, To: len(steps), Body: func(p *skua.Part) {
		for p.Next() {
			steps[p.Index()] = collatz(p.Index())
		}
	}}
	loop.Run(skua.Default())
	fmt.Println(steps)
	// Output: [0 0 1 7 2 5 8 16 3 19]
}

// A body that sums up keeps its sum to itself until its part is over.
func ExampleLoop_Run() {
	var total atomic.Int64
	loop := skua.Loop{To: 1000, Body: func(p *skua.Part) {
		sum := 0
		for p.Next() {
			sum += p.Index()
		}
		total.Add(int64(sum))
	}}
	loop.Run(skua.Default())
	fmt.Println(total.Load())
	// Output: 499500
}

func ExamplePart() {
	word := []byte("stealing")
	loop := skua.Loop{To: len(word), Body: func(p *skua.Part) {
		for p.Next() {
			word[p.Index()] -= 'a' - 'A'
		}
	}}
	loop.Run(skua.Default())
	fmt.Println(string(word))
	// Output: STEALING
}

// Returning early drops the rest of the part: here, all that cannot matter any
// more.
func ExamplePart_Next() {
	var first atomic.Int64
	first.Store(1 << 30)
	loop := skua.Loop{From: 1, To: 1 << 30, Body: func(p *skua.Part) {
		for p.Next() && int64(p.Index()) < first.Load() {
			if collatz(p.Index()) > 100 {
				lower(&first, int64(p.Index()))
				return
			}
		}
	}}
	loop.Run(skua.Default())
	fmt.Println(first.Load())
	// Output: 27
}

// lower makes v the least of itself and n.
func lower(v *atomic.Int64, n int64) {
	for old := v.Load(); n < old && !v.CompareAndSwap(old, n); old = v.Load() {
	}
}

func ExamplePart_Index() {
	squares := make([]int, 5)
	loop := skua.Loop{To: 5, Body: func(p *skua.Part) {
		for p.Next() {
			squares[p.Index()] = p.Index() * p.Index()
		}
	}}
	loop.Run(skua.Default())
	fmt.Println(squares)
	// Output: [0 1 4 9 16]
}

func ExamplePart_Chunk() {
	data := make([]byte, 1000)
	loop := skua.Loop{To: len(data), Grain: 64, Body: func(p *skua.Part) {
		for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
			copy(data[lo:hi], "skua") // several at a time
		}
	}}
	loop.Run(skua.Default())
	fmt.Printf("%q\n", data[960:966])
	// Output: "skua\x00\x00"
}

func ExamplePart_Worker() {
	table := make([][]int, 3)
	outer := skua.Loop{To: len(table), Body: func(p *skua.Part) {
		for p.Next() {
			row := make([]int, 4)
			i := p.Index()
			inner := skua.Loop{To: len(row), Body: func(q *skua.Part) {
				for q.Next() {
					row[q.Index()] = i * q.Index()
				}
			}}
			inner.Run(p.Worker())
			table[i] = row
		}
	}}
	outer.Run(skua.Default())
	fmt.Println(table)
	// Output: [[0 0 0 0] [0 1 2 3] [0 2 4 6]]
}
