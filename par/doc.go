// Package par runs loops, reductions, searches and sorts over slices, ranges and
// iterators on all processors, on the work stealing of package skua. A call
// returns when all of it is done. Any idle worker may take elements that no worker has
// begun, at any moment. So the calls of your function may differ in cost as they like, and
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
//	Do Gather                        a handful of functions          …Err
//	Map MapInto                      a result for each element       …Err
//	FlatMap                          any number of results for each  …Err
//	FilterMap                        a result or none for each
//	Filter Partition                 the elements that satisfy a predicate
//	Reduce Fold                      one result of all elements
//	MapReduce                        one result of what m makes      …Err
//	MapN MapReduceN                  the same over [0, n)            …Err
//	ReduceRange                      one result of blocks, each a loop of yours
//	Scan ScanExclusive               one result of each prefix       …Into
//	Sum Min Max PrefixSum            of numbers, without a call for each
//	Index Contains                   where a value is, without a call for each
//	IndexFunc                        the first element that satisfies it
//	ContainsFunc AllFunc             whether any element does, or every one
//	MinFunc MaxFunc CountFunc        least, greatest, how many
//	TopK TopKFunc                    the k greatest, the greatest first
//	GroupBy CountBy ReduceBy         elements, their number, or one result, by key
//	Histogram                        their number, by a key of [0, n)
//	Unique UniqueBy                  without those that came before
//	Flatten                          slices, one after the other
//	Sort SortFunc SortStableFunc     in place
//	SortBy                           in place and stable, by a key
//	Shuffle                          in place, from a seed
//	Merge MergeFunc                  two sorted slices to one
//	ForSeq MapSeq                    over an iter.Seq                …Err
//	ForSeq2 MapSeq2                  over an iter.Seq2: maps.All(m)
//	FilterSeq FlatMapSeq             over an iter.Seq                …Err
//	ForSeq2Err MapSeq2Err            over an iter.Seq2[E, error]
//	WalkDir WalkFS                   the files of a tree
//	NewScope                         tasks with results, that come one by one
//	Of OfN                           several of these in one pass: a Chain, with Go 1.27
//	Local                            scratch space for the functions
//
// By at the end: you give a key. N at the end: over the indices [0, n), without a slice. WalkDir,
// WalkFS and the tasks of a Scope may fail too; their names are those that filepath, fs and skua
// have.
//
// Options: Grain, MaxWorkers, On, Sequential, AllErrors, Unordered, Progress.
//
// # What holds for all
//
//	panic         no further call begins, those that run finish, then the panic
//	              goes on in the caller: on a *skua.Pool, and without On, as a
//	              *skua.PanicError with the stack of the call; at a *skua.Worker
//	              or *skua.Frame, and in Sequential, with its own value. How many
//	              elements there are makes no difference
//	Goexit        the same, and ends the caller's goroutine
//	error         stops what lies behind its index. The result is the error that a
//	              plain loop returns, of the lowest index that fails; with AllErrors
//	              all calls are made, and all errors joined; with Unordered, and in a
//	              Scope or WalkDir, the first one in time stops all
//	pool          the one given by On; else the one whose task the caller is in,
//	              skua.Here(); in no task skua.Default(), with as many workers as
//	              GOMAXPROCS. The calling goroutine is one of the workers
//	cancellation  in a task of a run that is cancelled a call stops at the next
//	              element, and unwinds the task, wherever it runs. What sorts in place, and
//	              Shuffle, first finish what else would lose elements (TestSort_cancelled)
//	nesting       calls may be nested to any depth, on any pools, and never
//	              deadlock
//	determinism   except with Unordered, a result has the same bytes for every number of
//	              workers, every timing, and in Sequential: the shape of a reduction depends on length
//	              and Grain only, so floats are the same to the bit (of a scan of integers it
//	              may depend on timing, which does not show if op is associative), and which of two
//	              equal elements a sort puts first depends on the elements. Not promised
//	              is which of several panics comes out (TestSameBytes)
//	reducers      what functions of For, ForRange, ForEach, Chunks, Do and Map write to
//	              a reducer of package strand comes out in the order of the indices. Other
//	              functions may write too, in no certain order: those of ForSeq and
//	              MapSeq, operators and comparisons
//	random        numbers that do not depend on the schedule come from the Child(i) of a
//	              strand.Pedigree
//	side effects  functions run on several workers at once and in no certain
//	              order; only Sequential goes from first to last
//	blocking      functions are meant to compute. One that waits for a network or
//	              a disk holds a worker meanwhile, unless it waits inside
//	              skua.Blocking(skua.Here(), …): then another worker takes its
//	              place, and up to 1,024 calls wait at once. MaxWorkers limits how
//	              many run or wait. Code that cannot be wrapped so gets a pool of
//	              its own: On(pool), with as many workers as calls may wait at once
//	costs         a loop of ten or a hundred elements costs 400–500 ns more than a
//	              plain one, a reduction or a scan up to 2 µs more. Each element
//	              costs about a nanosecond for the call of the function, which a
//	              plain loop inlines. Measured on two workers: docs/par.md; for For
//	              go test -run xxx -bench 'Par$/=For$/memory/n=10$' ./par. Sum, Min, Max, Index,
//	              Contains and PrefixSum of up to 8,192 numbers, 1,024 if floats are added, run in their
//	              caller and cost 0.1 µs more
//	short loops   run in the caller alone. Do wakes sleeping workers at once, and
//	              so does the first loop for a function, and one for a function
//	              whose loops took 40 µs lately. Any other loop wakes them after
//	              40 µs; one that should take 3 µs or more is shared with
//	              workers that wait for work
//	allocations   none for each element; a constant number for each call, besides
//	              the result
//	misuse        panics before any function is called, with a message that begins
//	              with the package's name, or with skua's: a nil function or
//	              context, an invalid option or place, a number of results
//	              or pieces that is negative or more than memory can hold
//	nothing       the indices [0, n) of a negative n are none, as of a for loop; slices
//	              without elements are empty, not nil
//	closed pool   panics with skua.ErrClosed, however few the elements are, but not
//	              in Sequential; MapSeq and MapSeqErr do so when ranged over. A Close that
//	              comes while a call runs waits for its end, but not for that of a sequence,
//	              which may wait for anything: such a call may panic then
//
// SKUA_SEQUENTIAL=1 in the environment makes every call a plain loop in its
// caller: try it first when something is wrong.
//
// # The files
//
// Each file has a few exported functions with what only they need:
//
//	for.go  err.go                   For, ForRange, ForEach, Chunks, Do; …Err
//	gather.go  scope.go              functions and tasks with results
//	map.go  err_map.go               Map, MapInto, MapN; with MapReduce …Err
//	flatmap.go                       FlatMap, FilterMap
//	filter.go  find.go  minmax.go    predicates and comparisons
//	top.go  unique.go  shuffle.go    TopK, Unique, Shuffle
//	reduce.go  number.go             reductions; Sum, Min, Max
//	scan.go  prefix.go               prefixes; PrefixSum, and how all are found
//	vector_off.go  vector_simd.go    loops of Sum, Min, Max, Index, Contains
//	group.go  by.go                  by key
//	flatten.go  sort.go  sortby.go   Flatten; all sorts and merges
//	seq.go  seq2.go  seq_err.go      sequences, of values and of pairs
//	seq_filter.go  seq2_err.go       FilterSeq, FlatMapSeq; sequences that may fail
//	walk.go                          trees of files
//	chain.go                         Chain: what begins it, and its steps
//	chain_end.go  chain_fold.go      Chain: Collect, Count, ForEach …; Reduce, Sum, Min …
//	local.go                         scratch space
//	option.go                        options, and how they are read
//
// What they share is in packages that only par imports:
//
//	par/internal/call   settings, loops, blocks, reductions, failures
//	par/internal/order  sorts and merges by comparing
//	par/internal/radix  the sort of numbers
//	par/internal/text   the sort of strings
//	par/internal/feed   sequences
//	par/internal/walk   trees of files
package par
