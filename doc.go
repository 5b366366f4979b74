// Package skua runs CPU-bound, uneven or recursive work in parallel by work
// stealing. A fork costs a few nanoseconds and, amortised, allocates nothing. A join never
// deadlocks, however calls are nested. A pool without work uses no processor time.
//
// # Which one
//
//	You have                                 Take
//	a slice or a range to go through         par.For, Map, Filter, Reduce, Sort and their kin
//	an iterator                              par.ForSeq, par.MapSeq, which keeps the order
//	a handful of functions                   par.Do
//	two branches of a recursion              Join: closures, some tens of nanoseconds
//	a recursion that returns a result        Func: Both and Each, or Fork and Join
//	the same, and it may fail                FuncErr
//	the first solution of a search           FuncErr, which returns it as its error
//	tasks that come one by one               Scope: errors, a context, a limit
//	a deadline, a client that may go away    Pool.Run, Func.RunContext, par's …Err
//	requests of a server                     a Pool of its own, WithGuests
//	a task that waits for something else     Blocking, around the wait
//	a loop that keeps something per worker   Loop; par.Local
//	a result that tasks add to, in order     strand.Reducer
//	random numbers, the same in each run     strand.Pedigree
//	a test that tries many schedules         schedule.Explore
//	how far a loop has come                  par.Progress
//	a limit over several scopes              a Pool of its own, with as many workers
//	work that is not urgent                  a Pool of its own with few workers: tasks have no priority
//	the number of a worker                   none: a task may go on elsewhere after a wait; par.Local
//	a sum of what workers have counted       strand.Reducer, not par.Local
//	to go on after errors                    par.AllErrors
//
// # Forking with a type
//
// A Func is a task type: a body that maps an argument to a result. The body gets a Frame,
// on which it runs itself again, perhaps on other processors:
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
// There is no need for a cut-off: without thieves a fork costs little more than a call.
// Half the cost of Both is its indirect call of the body. A function that calls itself is
// cheaper: it forks one branch, and goes on with the frame that Fork returns.
//
//	func fib(f *skua.Frame[int, int], n int) int {
//		if n < 2 {
//			return n
//		}
//		a := fib(f.Fork(n-2), n-1)
//		b, done := f.Join()
//		if !done {
//			b = fib(f, n-2) // no thief has stolen it
//		}
//		return a + b
//	}
//
//	fmt.Println(skua.NewFunc(fib).Run(40))
//
// A variable of the package must not be named in its own initialization, so a literal
// calls itself by Frame.Both, Each or Call.
//
// # Errors in recursion
//
// A FuncErr is a Func whose body returns an error too. The first error of any of its
// tasks stops the whole run, and Run returns it:
//
//	var size = skua.NewFuncErr(func(f *skua.Frame[string, int64], dir string) (int64, error) {
//		subs, total, err := list(dir)
//		if err != nil {
//			return 0, err
//		}
//		sizes := make([]int64, len(subs))
//		f.Each(subs, sizes) // returns only if nothing has failed
//		for _, n := range sizes {
//			total += n
//		}
//		return total, nil
//	})
//
//	total, err := size.Run(ctx, "/home")
//
// A search for the first solution returns that as its error, or runs a Func by
// RunContext and cancels the context. A body hands Frame.Context to calls that take a
// context.
//
// # Forking closures
//
// Join runs two closures; a Scope, shaped like errgroup.Group, runs any number
// of them, with errors and a context. Both hand a *Worker to their tasks. A
// closure costs its allocation, so recursion that forks often is better off
// with a Func.
//
// # Loops
//
// Package par has everyday loops, reductions, sorts and searches: begin there. They
// are built on Loop, which runs over a range of indices: an idle worker steals half of
// what another has left.
//
// # Where things run
//
// Every call takes a Place, which mostly says on which pool to run. From outside, the
// calling goroutine becomes a worker of the pool for the time of the call, and other
// workers steal from it. In a task of the pool the call goes on as the worker that runs the
// task, and is cancelled with the task. So a function may use a pool, a *Worker that it was
// given, or Here, without knowing its caller.
//
// In the body of a Func its *Frame is the best Place: only that says which of its forks are
// pending. Elsewhere pass the *Worker of the task: finding it costs least.
//
// A worker that waits, in a join or a scope, for a stolen task does not run unrelated
// tasks meanwhile. It parks, and another worker takes its place. So a lock may be held
// across a fork, and stacks are only as deep as the program's recursion.
//
// # What can go wrong
//
// Panics, runtime.Goexit, errors and cancellation cross from a task to the caller that
// waits for it; the table is at PanicError. A run that is cancelled, or has failed, stops
// where its tasks fork or poll; a task that does neither runs to its end. A run is unwound
// by a panic, so a body that recovers must panic again with every value it does not know.
//
// Misuse panics with a message that begins with the package's name, before any task has
// begun: a nil or zero value where one from New, NewFunc, NewFuncErr, NewScope or a task is
// needed; a nil function or context; a *Frame whose call has ended or runs on another
// goroutine. The end of a call cannot be seen once its worker runs another call. Fork, Join,
// Call, Both, Each and Poll, and Next, Index and Chunk of a Part, have no instruction to
// spare for a check: a nil or zero receiver is a plain nil dereference there, except that a
// zero Frame joins nothing and a zero Part is empty.
//
// Misuse of a frame panics later, at the Fork or Join that sees it, or when the body
// returns: a Fork without Join, two forks on a frame, joins out of order, a panic recovered
// between a Fork and its Join without Try, a frame on another goroutine. Without thieves
// none of this is seen. Build the tests of a program with -race, or -tags invariants: then
// all of it panics, always.
//
// A wait for anything but the pool, such as a channel or the network, belongs inside
// Blocking; Config.Watchdog reports where that was forgotten.
package skua
