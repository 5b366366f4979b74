package skua_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/skua-go/skua"
)

// fibonacci is the shape of every typed fork.
func fibonacci(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a := fibonacci(f.Fork(n-2), n-1) // offer n-2 to thieves, go on with n-1
	b, done := f.Join()              // a thief did it,
	if !done {
		b = fibonacci(f, n-2) // or it is still ours: a plain call
	}
	return a + b
}

func ExampleFrame() {
	fmt.Println(skua.NewFunc(fibonacci).Run(20))
	// Output: 6765
}

// Several forks may be pending, each on the frame that the one before returned.
// They are joined in reverse order.
func ExampleFrame_Fork() {
	var trib func(f *skua.Frame[int, int], n int) int
	trib = func(f *skua.Frame[int, int], n int) int {
		if n < 3 {
			return n / 2
		}
		g := f.Fork(n - 3)
		a := trib(g.Fork(n-2), n-1)
		b, done := g.Join()
		if !done {
			b = trib(g, n-2)
		}
		c, done := f.Join()
		if !done {
			c = trib(f, n-3)
		}
		return a + b + c
	}
	fmt.Println(skua.NewFunc(trib).Run(15))
	// Output: 1705
}

func ExampleFrame_Join() {
	var depth func(f *skua.Frame[int, int], n int) int
	depth = func(f *skua.Frame[int, int], n int) int {
		if n <= 1 {
			return 0
		}
		a := depth(f.Fork(n/3), n/2)
		b, done := f.Join()
		if !done { // no thief came: the frame is ours again
			b = depth(f, n/3)
		}
		return 1 + max(a, b)
	}
	fmt.Println(skua.NewFunc(depth).Run(1000))
	// Output: 9
}

// levels is a variable of the package, so its body cannot name it: that would be an
// initialization cycle. It calls itself by its frame.
var levels = skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
	switch {
	case n <= 1:
		return 0
	case n < 10:
		return 1 + f.Call(n/2) // nothing to fork
	}
	a := f.Fork(n / 3).Call(n / 2)
	b, done := f.Join()
	if !done {
		b = f.Call(n / 3)
	}
	return 1 + max(a, b)
})

func ExampleFrame_Call() {
	fmt.Println(levels.Run(1000))
	// Output: 9
}

func ExampleFrame_Both() {
	binomial := skua.NewFunc(func(f *skua.Frame[[2]int, int], nk [2]int) int {
		n, k := nk[0], nk[1]
		if k == 0 || k == n {
			return 1
		}
		a, b := f.Both([2]int{n - 1, k - 1}, [2]int{n - 1, k})
		return a + b
	})
	fmt.Println(binomial.Run([2]int{10, 3}))
	// Output: 120
}

func ExampleFrame_Each() {
	type dir struct {
		size int
		subs []dir
	}
	usage := skua.NewFunc(func(f *skua.Frame[dir, int], d dir) int {
		total, sizes := d.size, make([]int, len(d.subs))
		f.Each(d.subs, sizes)
		for _, size := range sizes {
			total += size
		}
		return total
	})
	fmt.Println(usage.Run(dir{1, []dir{{20, nil}, {300, []dir{{4000, nil}}}}}))
	// Output: 4321
}

// A long loop without forks polls, so that thieves get what was forked before
// it, and a cancelled run stops.
func ExampleFrame_Poll() {
	collatz := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		steps := 0
		for ; n != 1; steps++ {
			if steps%64 == 0 {
				f.Poll()
			}
			if n%2 == 0 {
				n /= 2
			} else {
				n = 3*n + 1
			}
		}
		return steps
	})
	fmt.Println(collatz.Run(27))
	// Output: 111
}

// maxOf looks for the largest number: one half is offered to thieves while the
// caller looks through the other.
func maxOf(f *skua.Frame[[]int, int], x []int) int {
	if len(x) <= 1000 {
		return slices.Max(x)
	}
	half := len(x) / 2
	return max(f.Both(x[:half], x[half:]))
}

// A task type is made once, of a body that forks through its frame.
func ExampleFunc() {
	largest := skua.NewFunc(maxOf)

	numbers := make([]int, 100_000)
	numbers[7] = 42
	fmt.Println(largest.Run(numbers))
	// Output: 42
}

func ExampleNewFunc() {
	// The body may be a function literal; then it calls itself through Call, Both or
	// Each.
	leaves := skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
		if depth == 0 {
			return 1
		}
		a, b := f.Both(depth-1, depth-1)
		return a + b
	})
	fmt.Println(leaves.Run(10))
	// Output: 1024
}

// terms and factors need each other. Each names both, so they get their values when the
// program starts: as initial values that would be an initialization cycle.
var terms, factors *skua.Func[int, int]

func init() {
	terms = skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
		if depth == 0 {
			return 1
		}
		a, b := f.Both(depth-1, depth-1)
		return a + b + factors.On(f, depth-1)
	})
	factors = skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
		if depth == 0 {
			return 1
		}
		return terms.On(f, depth-1)
	})
}

// Variables of the package whose bodies name them are assigned in a func init.
func ExampleNewFunc_recursive() {
	fmt.Println(terms.Run(10))
	// Output: 8119
}

func ExampleFunc_Run() {
	square := skua.NewFunc(func(_ *skua.Frame[int, int], n int) int { return n * n })
	fmt.Println(square.Run(12))
	// Output: 144
}

// Tasks of several types call each other with On, at the frame they were given.
func ExampleFunc_On() {
	count := skua.NewFunc(func(f *skua.Frame[string, int], s string) int {
		if len(s) < 2 {
			return len(s)
		}
		a, b := f.Both(s[:len(s)/2], s[len(s)/2:])
		return a + b
	})
	total := skua.NewFunc(func(f *skua.Frame[[]string, int], lines []string) int {
		if len(lines) == 1 {
			return count.On(f, lines[0]) // goes on as the same worker
		}
		a, b := f.Both(lines[:1], lines[1:])
		return a + b
	})

	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	fmt.Println(total.On(pool, []string{"skua", "is", "a", "bird"}))
	// Output: 11
}

// Everything that runs work takes a Place: a pool, or what a task was given.
func ExamplePlace() {
	double := skua.NewFunc(func(_ *skua.Frame[int, int], n int) int { return 2 * n })
	anywhere := func(p skua.Place) int { return double.On(p, 21) }

	fmt.Println(anywhere(skua.Default()))
	skua.Join(skua.Default(),
		func(w *skua.Worker) { fmt.Println(anywhere(w)) },
		func(*skua.Worker) {})
	// Output:
	// 42
	// 42
}

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

// The loop reads the next block only when fewer than four are in the hands of tasks: so it holds
// five at most.
func ExampleScope_AwaitRoom() {
	blocks := strings.NewReader(strings.Repeat("a block of data ", 1000))
	s := skua.NewScope(context.Background(), skua.Default())
	s.SetLimit(4)
	var sum atomic.Int64
	for {
		s.AwaitRoom()
		block := make([]byte, 4096)
		n, err := io.ReadFull(blocks, block)
		if n > 0 {
			s.Go(func(*skua.Worker) error {
				sum.Add(int64(bytes.Count(block[:n], []byte("block"))))
				return nil
			})
		}
		if err != nil {
			break
		}
	}
	fmt.Println(s.Wait(), sum.Load())
	// Output: <nil> 1000
}

// Who finds the scope full does the work itself.
func ExampleScope_TryGo() {
	s := skua.NewScope(context.Background(), skua.Default())
	s.SetLimit(2)
	var sum atomic.Int64
	for n := range 100 {
		task := func(*skua.Worker) error { sum.Add(int64(n)); return nil }
		if !s.TryGo(task) {
			sum.Add(int64(n))
		}
	}
	fmt.Println(s.Wait(), sum.Load())
	// Output: <nil> 4950
}

func ExampleScope_Full() {
	s := skua.NewScope(context.Background(), skua.Default())
	fmt.Println("without a limit:", s.Full())
	s.SetLimit(1)
	leave := make(chan bool)
	s.Go(func(w *skua.Worker) error {
		skua.Blocking(w, func() { <-leave })
		return nil
	})
	fmt.Println("one of one has not ended:", s.Full())
	close(leave)
	fmt.Println(s.Wait(), s.Full())
	// Output:
	// without a limit: false
	// one of one has not ended: true
	// <nil> false
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
