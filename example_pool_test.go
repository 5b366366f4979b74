package skua_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing/fstest"
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
	_, err := skua.New(skua.WithWorkers(-1))
	fmt.Println(errors.Is(err, skua.ErrConfig))
	fmt.Println(err)
	// Output:
	// true
	// skua: bad configuration: -1 workers is not in 0 to 1024
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
	ctx, cancel := context.WithCancel(context.Background())
	err := skua.Default().Run(ctx, func(w *skua.Worker) error {
		defer fmt.Println("unwound")
		time.AfterFunc(time.Millisecond, cancel)
		skua.NewFunc(fibonacci).On(w, 90) // would take centuries
		return nil
	})
	fmt.Println(err)
	// Output:
	// unwound
	// context canceled
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

// A model that is evaluated layer by layer: each is a short loop.
func ExamplePool_Warm() {
	pool, err := skua.New()
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	layer := make([]int, 1000)
	pool.Warm(func() {
		for range 50 {
			loop := skua.Loop{To: len(layer), Body: func(p *skua.Part) {
				for p.Next() {
					layer[p.Index()] += 2
				}
			}}
			loop.Run(pool)
		}
	})
	fmt.Println(layer[0], layer[999])
	// Output:
	// 100 100
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

func ExampleStats_String() {
	s := skua.Stats{Workers: 4, Residents: 3, Busy: 2, Searching: 1, Free: 1, Steals: 12, Tasks: 40, Sleeps: 5, Wakes: 1}
	fmt.Println(s)
	s.Guests, s.Waiting, s.Waited = 2, 1, 7
	fmt.Println(strings.ReplaceAll(s.String(), "; ", ";\n"))
	// Output:
	// 4 workers: 2 busy, 1 searching, 1 free; 3 goroutines; 12 steals, 40 tasks, 0 parks, 5 sleeps, 1 wake
	// 4 workers: 2 busy, 1 searching, 1 free;
	// 3 goroutines;
	// 12 steals, 40 tasks, 0 parks, 5 sleeps, 1 wake;
	// 2 calls inside, 1 in line, 7 waited, 0 gave up
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

// A Config is plain data and an Option that sets everything.
func ExampleConfig() {
	for _, c := range []skua.Config{
		{Workers: 2},
		{Workers: 2, Guests: 3, Watchdog: time.Minute},
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

func brokenTask(*skua.Worker) { panic("out of cheese") }

// A panic in any task comes out where the call was made from outside, with the
// stack of the task.
func ExamplePanicError() {
	defer func() {
		e := recover().(*skua.PanicError)
		fmt.Println(e.Value)
		fmt.Println(strings.Contains(string(e.Stack), "brokenTask"))
	}()
	skua.Join(skua.Default(), brokenTask, func(*skua.Worker) {})
	// Output:
	// out of cheese
	// true
}

// A package calls a user's function in its own caller, and its panic looks as if it came
// out of a pool.
func ExampleNewPanicError() {
	first := func(f func()) {
		defer func() {
			if err := skua.NewPanicError(recover()); err != nil {
				panic(err)
			}
		}()
		f()
	}
	defer func() {
		e := recover().(*skua.PanicError)
		fmt.Println(e.Value, strings.Contains(string(e.Stack), "brokenTask"))
	}()
	first(func() { brokenTask(nil) })
	// Output: out of cheese true
}

func ExamplePanicError_Error() {
	err := skua.Try(skua.Default(), func() { panic("out of cheese") })
	line, place, _ := strings.Cut(err.Error(), " (in ")
	fmt.Println(line)
	fmt.Println(strings.HasPrefix(place, "skua_test.ExamplePanicError_Error"), strings.Contains(place, "example_pool_test.go:"))
	// Output:
	// skua: a task panicked: out of cheese
	// true true
}

// %v is one line, and %+v has the stack of the task as well.
func ExamplePanicError_Format() {
	err := skua.Try(skua.Default(), func() { panic("out of cheese") })
	fmt.Println(strings.Count(fmt.Sprintf("%v", err), "\n"))
	fmt.Println(strings.Contains(fmt.Sprintf("%+v", err), "goroutine"))
	// Output:
	// 0
	// true
}

// Package slog logs a PanicError as one line.
func ExamplePanicError_MarshalText() {
	err := skua.Try(skua.Default(), func() { panic("out of cheese") })
	var out strings.Builder
	slog.New(slog.NewTextHandler(&out, nil)).Error("no breakfast", "err", err)
	fmt.Println(strings.Count(out.String(), "\n"), strings.Contains(out.String(), "goroutine"))
	// Output: 1 false
}

// A panic with an error can be asked what it is.
func ExamplePanicError_Unwrap() {
	err := skua.Try(skua.Default(), func() { panic(fs.ErrNotExist) })
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	// Output: true
}

// A task that survives the panics of what it forks recovers with Try: when it
// returns, nothing of that runs any more.
func ExampleTry() {
	skua.Join(skua.Default(), func(w *skua.Worker) {
		err := skua.Try(w, func() {
			skua.Join(w, brokenTask, func(*skua.Worker) {})
		})
		fmt.Println(err.(*skua.PanicError).Value)
	}, func(*skua.Worker) {})
	// Output: out of cheese
}

// A walk through a directory tree, each directory a task. The first error stops the
// walk; inner nodes need not look for those of their children.
func ExampleFuncErr() {
	files := fstest.MapFS{
		"go.mod":      {Data: []byte("module m")},
		"a/a.go":      {Data: []byte("package a")},
		"a/b/b.go":    {Data: []byte("package b")},
		"a/b/c/c.txt": {Data: []byte("see")},
	}
	size := skua.NewFuncErr(func(f *skua.Frame[string, int64], dir string) (total int64, err error) {
		entries, err := fs.ReadDir(files, dir)
		if err != nil {
			return 0, err
		}
		var dirs []string
		for _, e := range entries {
			if e.IsDir() {
				dirs = append(dirs, path.Join(dir, e.Name()))
				continue
			}
			info, err := e.Info()
			if err != nil {
				return 0, err
			}
			total += info.Size()
		}
		sizes := make([]int64, len(dirs))
		f.Each(dirs, sizes) // returns only if nothing has failed
		for _, n := range sizes {
			total += n
		}
		return total, nil
	})

	fmt.Println(size.Run(context.Background(), "."))
	fmt.Println(size.Run(context.Background(), "nowhere"))
	// Output:
	// 29 <nil>
	// 0 open nowhere: file does not exist
}

// sum adds up numbers. It calls itself, so it passes errors on as any function does: it
// may return between Fork and Join.
func sum(f *skua.Frame[[]string, int], words []string) (int, error) {
	switch len(words) {
	case 0:
		return 0, nil
	case 1:
		return strconv.Atoi(words[0])
	}
	x, y := words[:len(words)/2], words[len(words)/2:]
	a, err := sum(f.Fork(y), x)
	if err != nil {
		return 0, err
	}
	b, done := f.Join()
	if !done {
		if b, err = sum(f, y); err != nil {
			return 0, err
		}
	}
	return a + b, nil
}

func ExampleNewFuncErr() {
	total := skua.NewFuncErr(sum)

	fmt.Println(total.Run(context.Background(), []string{"1", "2", "3", "4"}))
	fmt.Println(total.Run(context.Background(), []string{"1", "2", "three", "4"}))
	// Output:
	// 10 <nil>
	// 0 strconv.Atoi: parsing "three": invalid syntax
}

// When the context ends the run does too, and Run returns the cause.
func ExampleFuncErr_Run() {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("nobody wants it any more"))
	fmt.Println(skua.NewFuncErr(sum).Run(ctx, []string{"1", "2"}))
	// Output: 0 nobody wants it any more
}

// Inside a task an error ends the inner run only, until the task passes it on.
func ExampleFuncErr_On() {
	total := skua.NewFuncErr(sum)
	skua.Join(skua.Default(), func(w *skua.Worker) {
		_, err := total.On(w.Context(), w, []string{"one"})
		fmt.Println(err)
		fmt.Println(total.On(w.Context(), w, []string{"1", "2"}))
	}, func(*skua.Worker) {})
	// Output:
	// strconv.Atoi: parsing "one": invalid syntax
	// 3 <nil>
}

// board is a chess board of n rows, of which the first have a queen each, in the columns
// that queens names.
type board struct {
	n      int
	queens []int
}

// next returns the boards with one queen more that no other attacks.
func (b board) next() (boards []board) {
	row := len(b.queens)
	for column := range b.n {
		free := true
		for r, c := range b.queens {
			free = free && c != column && c != column-(row-r) && c != column+(row-r)
		}
		if free {
			boards = append(boards, board{b.n, append(b.queens[:row:row], column)})
		}
	}
	return boards
}

// found is a solution, as the error that ends the search for it.
type found struct{ queens []int }

func (found) Error() string { return "found" }

// A search for any one solution ends with the first that a task finds: as an error, which
// stops the others.
func ExampleFuncErr_firstSolution() {
	search := skua.NewFuncErr(func(f *skua.Frame[board, struct{}], b board) (none struct{}, err error) {
		if len(b.queens) == b.n {
			return none, found{b.queens}
		}
		boards := b.next()
		f.Each(boards, make([]struct{}, len(boards)))
		return none, nil
	})

	for _, n := range []int{3, 12} {
		_, err := search.Run(context.Background(), board{n: n})
		var solution found
		fmt.Println(n, "queens:", errors.As(err, &solution), len(solution.queens))
	}
	// Output:
	// 3 queens: false 0
	// 12 queens: true 12
}

// The same with a Func: the task that finds a solution cancels the context, with the solution
// as the cause, and the others stop at their next Fork or Poll.
func ExampleFunc_RunContext() {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	search := skua.NewFunc(func(f *skua.Frame[board, struct{}], b board) (none struct{}) {
		if len(b.queens) == b.n {
			cancel(found{b.queens})
			return
		}
		boards := b.next()
		f.Each(boards, make([]struct{}, len(boards)))
		return
	})

	_, err := search.RunContext(ctx, board{n: 12})
	var solution found
	fmt.Println(errors.As(err, &solution), len(solution.queens))
	// Output: true 12
}

func ExampleFunc_OnContext() {
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	ctx, cancel := context.WithCancel(context.Background())
	fib := skua.NewFunc(fibonacci)

	fmt.Println(fib.OnContext(ctx, pool, 20))
	cancel()
	fmt.Println(fib.OnContext(ctx, pool, 90)) // would take centuries
	// Output:
	// 6765 <nil>
	// 0 context canceled
}

// The context of a run is for what a body calls. It ends with the run's first error.
func ExampleFrame_Context() {
	type key struct{}
	fetch := func(ctx context.Context, name string) string { return fmt.Sprint(ctx.Value(key{}), "/", name) }
	names := skua.NewFunc(func(f *skua.Frame[string, string], name string) string {
		return fetch(f.Context(), name)
	})

	ctx := context.WithValue(context.Background(), key{}, "https://example.org")
	fmt.Println(names.RunContext(ctx, "index"))
	// Output: https://example.org/index <nil>
}

func ExamplePart_Steady() {
	steady := false
	loop := skua.Loop{To: 1, Body: func(p *skua.Part) {
		for p.Next() {
			steady = p.Steady() // then the loops that follow must not depend on the clock
		}
	}}
	loop.Run(skua.Default())
	fmt.Println(steady)
	// Output: false
}
