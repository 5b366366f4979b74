// Package strand makes results the same for every number of workers. A Reducer is a variable that parallel
// tasks write without a lock, and that comes out as if one worker had run the program. A Pedigree has
// random numbers that do not depend on the schedule. And a Holder is scratch space that tasks need not share.
//
//	var found = strand.NewAppender[string]()
//
//	par.ForEach(files, func(f file) {
//		if f.matches() {
//			v := found.View()
//			*v = append(*v, f.name)
//		}
//	})
//	names := found.Value() // in the order of files, with any number of workers
//
// Each strand has views of its own: a strand is what one worker runs in serial order without a gap.
// View finds that of the calling goroutine. The views of a stolen task are merged where the serial
// program would have run it, with the operands in serial order; so the merge must be associative, and need
// not be commutative. The serial order is this:
//
//	a Func's fork, Join  the branch that runs at once, then the forked task, then what follows
//	                     the join
//	a Loop               the indices from low to high; of package par: For, ForRange, ForEach, Chunks,
//	                     Do and Map. Its other functions call theirs in no certain order
//	a Scope              the maker's own effects up to Wait, then the tasks, in the order in which
//	                     they were spawned; what a task spawns into its own scope comes after it, and
//	                     before the next one. What several goroutines spawn at a time comes in the
//	                     order of this run
//	calls from outside   one after the other, as they end
//
// If merge is associative, and what identity returns makes no difference, Value is the same for
// every number of workers and every timing: for slices, maps, logs, integers, the least and the
// greatest. NewAppender and NewAdder make reducers of slices and of integers. Adding float64 is not
// associative, since each sum is rounded. Exact is: it keeps the exact sum, and rounds it once.
//
// A panic or Goexit crosses a join after the views of what ran were merged. After an error or a
// cancellation which tasks have run is for timing to say. What a nil or zero value, a merge that panics and a
// loop that is cut short do, and what views cost:
// https://github.com/skua-go/skua/blob/main/docs/guide.md#reducers.
package strand
