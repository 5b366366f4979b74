package classic_test

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/classic"
)

func sum(w *classic.Worker, numbers []int) int {
	if len(numbers) == 1 {
		return numbers[0]
	}
	half := len(numbers) / 2
	right := classic.Fork(w, sum, numbers[half:])
	left := sum(w, numbers[:half])
	return left + right.Join(w)
}

// A recursion that forks: thieves take the larger halves.
func ExampleFork() {
	p, err := classic.New(classic.Config{Workers: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer p.Close()
	p.Run(func(w *classic.Worker) { fmt.Println(sum(w, []int{1, 2, 3, 4, 5, 6, 7})) })
	// Output: 28
}

func ExampleFuture_Join() {
	p, _ := classic.New(classic.Config{Deque: classic.Split})
	defer p.Close()
	p.Run(func(w *classic.Worker) {
		double := func(_ *classic.Worker, n int) int { return 2 * n }
		a, b := classic.Fork(w, double, 1), classic.Fork(w, double, 10)
		fmt.Println(b.Join(w), a.Join(w)) // the newest first
	})
	// Output: 20 2
}

// Options are fields of a Config. An error says which is wrong.
func ExampleNew() {
	_, err := classic.New(classic.Config{Deque: classic.StealHalf, Amount: classic.Half, Balance: classic.Balance{Mu: 2}})
	fmt.Println(err)
	// Output: classic: Balance is {Mu:2 Factor:0}: want none, a Mu above 0 and at most 1, or a Factor above 1
}

func ExamplePool_Run() {
	p, _ := classic.New(classic.Config{Workers: 2})
	defer p.Close()
	var n atomic.Int64
	p.Run(func(w *classic.Worker) {
		for range 10 {
			w.Spawn(func(*classic.Worker) { n.Add(1) })
		}
	})
	fmt.Println(n.Load())
	// Output: 10
}

// A batch run, with stealing and without: the tasks are dealt unevenly.
func ExamplePool_Batch() {
	var n atomic.Int64
	task := func(*classic.Worker) { n.Add(1) }
	for _, alone := range []bool{false, true} {
		p, _ := classic.New(classic.Config{Workers: 2, Alone: alone})
		p.Batch([]func(*classic.Worker){task, task, task}, []func(*classic.Worker){task})
		fmt.Println("alone:", alone, "tasks:", n.Load(), "steals without stealing:", alone && p.Stats().Steals > 0)
		p.Close()
	}
	// Output:
	// alone: false tasks: 4 steals without stealing: false
	// alone: true tasks: 8 steals without stealing: false
}

// A real-time run: tasks come while the workers run.
func ExamplePool_NewScope() {
	p, _ := classic.New(classic.Config{Workers: 2})
	defer p.Close()
	var n atomic.Int64
	s := p.NewScope()
	for range 5 {
		s.Spawn(func(w *classic.Worker) { n.Add(1) })
	}
	s.Wait()
	fmt.Println(n.Load())
	// Output: 5
}

func ExampleScope_Spawn() {
	p, _ := classic.New(classic.Config{Workers: 2})
	defer p.Close()
	s := p.NewScope()
	s.Spawn(func(w *classic.Worker) { fmt.Println("on any worker") })
	s.Wait()
	// Output: on any worker
}

func ExampleScope_SpawnTo() {
	p, _ := classic.New(classic.Config{Workers: 3, Alone: true})
	defer p.Close()
	s := p.NewScope()
	s.SpawnTo(2, func(w *classic.Worker) { fmt.Println("on worker", w.ID()) })
	s.Wait()
	// Output: on worker 2
}

// The panic of a task comes out of Wait.
func ExampleScope_Wait() {
	p, _ := classic.New(classic.Config{})
	defer p.Close()
	s := p.NewScope()
	s.Spawn(func(*classic.Worker) { panic("no such file") })
	defer func() { fmt.Println(recover().(*classic.PanicError).Value) }()
	s.Wait()
	// Output: no such file
}

func ExampleWorker_Spawn() {
	p, _ := classic.New(classic.Config{})
	defer p.Close()
	p.Run(func(w *classic.Worker) {
		w.Spawn(func(*classic.Worker) { fmt.Println("spawned") })
	})
	// Output: spawned
}

// A task waits for what it has spawned.
func ExampleWorker_Run() {
	p, _ := classic.New(classic.Config{})
	defer p.Close()
	p.Run(func(w *classic.Worker) {
		var n atomic.Int64
		w.Run(func(w *classic.Worker) {
			for range 3 {
				w.Spawn(func(*classic.Worker) { n.Add(1) })
			}
		})
		fmt.Println(n.Load(), "have ended")
	})
	// Output: 3 have ended
}

func ExampleWorker_ID() {
	p, _ := classic.New(classic.Config{Workers: 1})
	defer p.Close()
	p.Run(func(w *classic.Worker) { fmt.Println(w.ID()) })
	// Output: 0
}

// A long task gives its worker the chance to take what others have too much of.
func ExampleWorker_Balance() {
	p, _ := classic.New(classic.Config{Workers: 2, Amount: classic.Half, Balance: classic.Balance{Factor: 2}})
	defer p.Close()
	var n atomic.Int64
	p.Run(func(w *classic.Worker) {
		for range 100 {
			w.Spawn(func(*classic.Worker) { n.Add(1) })
			w.Balance()
		}
	})
	fmt.Println(n.Load())
	// Output: 100
}

func ExamplePool_Stats() {
	p, _ := classic.New(classic.Config{Workers: 1})
	defer p.Close()
	p.Run(func(w *classic.Worker) { sum(w, []int{1, 2, 3, 4}) })
	fmt.Println("forks:", p.Stats().Forks, "steals:", p.Stats().Steals)
	// Output: forks: 3 steals: 0
}

func ExamplePool_Workers() {
	p, _ := classic.New(classic.Config{Workers: 3})
	defer p.Close()
	fmt.Println(p.Workers())
	// Output: 3
}

func ExamplePool_Close() {
	p, _ := classic.New(classic.Config{})
	p.Run(func(*classic.Worker) { fmt.Println("a task") })
	p.Close() // its workers have ended
	// Output: a task
}
