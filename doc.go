// Package skua runs CPU-bound, uneven or recursive work in parallel by work
// stealing. A fork costs a few nanoseconds and, amortised, allocates nothing. A join never
// deadlocks, however calls are nested. A pool without work uses no processor time.
//
//	You have                                 Take
//	a slice, a range or an iterator          par.For, Map, Filter, Reduce, Sort, ForSeq and their kin
//	a handful of functions                   par.Do
//	two branches of a recursion              Join: closures, some tens of nanoseconds
//	a recursion that returns a result        Func; one that may fail, or a search: FuncErr
//	tasks that come one by one               Scope: errors, a context, a limit
//	a deadline, a client that may go away    Pool.Run, Func.RunContext, par's …Err
//	requests of a server                     a Pool of its own, WithGuests
//	a task that waits for something else     Blocking, around the wait
//	a loop that keeps something per worker   Loop; par.Local
//
// A Func is a task type: a body that maps an argument to a result. The body gets a Frame,
// on which it runs itself again, perhaps on other processors. There is no need for a cut-off:
//
//	var fib = skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
//		if n < 2 {
//			return n
//		}
//		a, b := f.Both(n-1, n-2)
//		return a + b
//	})
//
//	fmt.Println(fib.Run(40))
//
// Every call takes a Place, which mostly says on which pool to run. From outside, the
// calling goroutine becomes a worker of the pool for the time of the call. In a task of the pool
// the call goes on as the worker that runs the task, and is cancelled with it. In the body of a
// Func its *Frame is the best Place, elsewhere the *Worker of the task; Here finds it.
//
// A worker that waits for a stolen task runs no unrelated task meanwhile: it parks, and another
// takes its place. So a lock may be held across a fork. A wait for anything but the pool, such as
// a channel or the network, belongs inside Blocking.
//
// Panics, runtime.Goexit, errors and cancellation cross from a task to the caller that
// waits for it; the table is at PanicError. A run is unwound by a panic, so a body that recovers
// must panic again with every value it does not know. Misuse panics with a message that begins
// with the package's name; build tests with -race or -tags invariants, and all of it does, always.
//
// More of each: https://github.com/skua-go/skua/blob/main/docs/guide.md.
package skua
