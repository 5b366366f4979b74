// Package par runs loops, reductions, searches and sorts over slices, ranges and
// iterators on all processors, on the work stealing of package skua. A call
// returns when all of it is done. At any moment an idle worker may steal what a busy
// one has not begun, so calls of the function may differ in cost by any factor, and
// there is nothing to tune.
//
// # Guessing a signature
//
// The collection comes first, functions next, options last. A name that package
// slices has too means the same here. Func at the end: you give the comparison or
// the predicate. Err at the end: the context comes first, and the function may
// fail.
//
//	For ForRange ForEach Chunks      calls, for their effects        …Err
//	Do                               a handful of functions          …Err
//	Map MapInto                      a result for each element       …Err
//	Filter Partition                 the elements that match, in order
//	Reduce Fold                      one result of all elements
//	MapReduce                        one result of m of each element …Err
//	Scan ScanExclusive               one result of each prefix
//	IndexFunc                        the first element that matches
//	ContainsFunc AnyFunc AllFunc     whether one matches, or all
//	MinFunc MaxFunc CountFunc        the least, the greatest, the number
//	GroupBy Histogram                elements, or their number, by key
//	Flatten                          slices, one after the other
//	Sort SortFunc SortStableFunc     in place
//	Merge MergeFunc                  two sorted slices to one
//	ForSeq MapSeq                    over an iter.Seq                …Err
//
// Options: Grain, MaxWorkers, On, Sequential, AllErrors.
//
// # What holds for all
//
//	panic         no new call begins, those that run finish, then it goes on in
//	              the caller: as a *skua.PanicError with the stack of the call
//	              on a *skua.Pool and without On; with its own value at a
//	              *skua.Worker or *skua.Frame and in Sequential.
//	              This is the same for few elements as for many
//	Goexit        the same, and ends the caller's goroutine
//	error         no new call begins, the context of those that run ends; of the
//	              calls that had begun and failed the error of the lowest index,
//	              or all with AllErrors. Which had begun depends on timing
//	pool          On's; else the one whose task the caller is in, skua.Here();
//	              in no task skua.Default(), with as many workers as GOMAXPROCS.
//	              The calling goroutine is one of the workers
//	cancellation  in a task of a run that is cancelled a call stops at the next
//	              element, and unwinds the task, wherever it runs
//	nesting       calls may be nested to any depth, on any pools, and never
//	              deadlock
//	determinism   the shape of a reduction depends on length and Grain only:
//	              floats are the same to the bit at every number of workers, and
//	              in Sequential
//	side effects  functions run on several workers at once and in no certain
//	              order; only Sequential goes from first to last
//	blocking      functions are meant to compute. A call that waits for a network
//	              or a disk holds a worker meanwhile, unless it waits inside
//	              skua.Blocking(skua.Here(), …): then another worker takes its
//	              place, and up to 1,024 calls wait at once. MaxWorkers limits
//	              the calls that run or wait. Code that cannot be wrapped so gets
//	              a pool of its own: On(pool), with one worker for each call
//	              that may wait at a time
//	small inputs  run in the caller. Do wakes sleeping workers at once; so does a
//	              loop of a new kind (skua.Loop has what that is), or of one that
//	              last took 40 µs. Any other loop wakes them after 20 µs
//	allocations   none for each element; a constant number for each call, besides
//	              the result
//	misuse        panics before any function is called, with a message that begins
//	              with the package's name, or with skua's: a nil function or
//	              context, a nil or zero option or place, a size that is negative
//	              or more than memory can hold
//	closed pool   panics with skua.ErrClosed, however few the elements are, except
//	              in Sequential; MapSeq and MapSeqErr do so when ranged over
//
// SKUA_SEQUENTIAL=1 in the environment makes every call a plain loop in its
// caller: try it first when something is wrong.
package par
