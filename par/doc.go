// Package par runs loops, reductions, searches and sorts over slices, ranges and
// iterators on all processors, by work stealing. A call returns when all of it is done.
// Any idle worker may take elements that no worker has begun, at any moment, so the calls
// of your function may differ in cost as they like.
//
// The collection comes first, functions next, options last. A name that package
// slices has too means the same. Func at the end: you give the comparison or
// the predicate. By: a key. N: over the indices [0, n). Err: a context comes first, and the
// function may fail.
//
//	For ForRange ForEach Chunks      calls, for their effects        …Err
//	Do Gather                        a few functions                 …Err
//	Map MapInto MapN                 a result for each element       …Err
//	FlatMap                          many results for each           …Err
//	FilterMap                        one or none for each
//	Filter Partition                 what satisfies a predicate
//	Reduce Fold                      one result of all elements
//	MapReduce MapReduceN             one result of what m makes      …Err
//	ReduceRange                      the same by blocks, loops of yours
//	Scan ScanExclusive               one result of each prefix       …Into
//	Sum Min Max PrefixSum            of numbers, without a call each
//	Index Contains                   where a value is
//	IndexFunc                        the first that satisfies it
//	ContainsFunc AllFunc             whether any does, or every one
//	MinFunc MaxFunc CountFunc        least, greatest, how many
//	MinBy MaxBy                      the same, by a key
//	TopK TopKFunc                    the k greatest
//	GroupBy CountBy ReduceBy         elements, numbers, results, by key
//	Histogram                        numbers, by a key of [0, n)
//	Unique UniqueBy                  without repetitions
//	Flatten                          slices to one
//	Sort SortFunc SortStableFunc     in place
//	SortBy                           stable, by a key
//	Shuffle                          in place, from a seed
//	Merge MergeFunc                  two sorted slices to one
//	ForSeq MapSeq                    over an iter.Seq                …Err
//	ForSeq2 MapSeq2                  over an iter.Seq2: maps.All(m)
//	FilterSeq FlatMapSeq             over an iter.Seq                …Err
//	ForSeq2Err MapSeq2Err            over an iter.Seq2[E, error]
//	WalkDir WalkFS                   the files of a tree; may fail
//	NewScope                         tasks with results, one by one
//	Of OfN                           several in one pass, with Go 1.27
//	Local                            scratch space for the functions
//
// Options: Grain, MaxWorkers, On, Sequential, AllErrors, Unordered, Progress.
//
// Results have the same bytes for any number of workers, except with Unordered. A panic comes out
// of the call. Of errors it returns the one of the lowest index, as a plain loop does. A function
// that waits does so inside skua.Blocking. SKUA_SEQUENTIAL=1 in the environment makes every call a
// plain loop: try it first when something is wrong. More, and costs:
// https://github.com/skua-go/skua/blob/main/docs/par.md.
package par
