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
// A call of View finds the view of the strand that the calling goroutine is in. The views
// of a stolen task are merged where the serial program would have run it, with the operands in serial
// order; so the merge must be associative, and need not be commutative. As long as no thief comes there is
// one strand and nothing to merge.
//
// # Which order is the serial one
//
//	a Func's fork, Join  the branch that runs at once, then the forked task, then what follows
//	                     the join
//	a Loop               the indices from low to high; of package par: For, ForRange, ForEach, Chunks,
//	                     Do and Map. Its other functions call theirs in no certain order
//	a Scope              the maker's own effects up to Wait, then the tasks, in the order in which
//	                     they were spawned; what a task spawns into its own scope comes after it, and
//	                     before the next one. Tasks that several goroutines spawn at a time, or the
//	                     forked branches of a task, come in the order in which they were spawned this
//	                     time. So do tasks of a scope that is older than the program's first reducer
//	calls from outside   one after the other, as they end
//
// # What is promised
//
// If merge is associative, and what identity returns makes no difference, Value is the same for
// every number of workers and every timing: for slices, maps, logs, integers, the least and the
// greatest. Adding float64 is not associative, since each sum is rounded. Exact is: it keeps the
// exact sum, and rounds it once.
//
//	panic         of a task that was joined: its views are merged, then the panic goes on, so a caller
//	              that recovers by skua.Try finds what the serial program has. Tasks that were
//	              taken back have no effect on a reducer. A loop whose body has panicked keeps
//	              the effects of the indices that its maker ran before it stole, and drops the rest
//	error,        which tasks have run is for timing to say; each that a scope has waited for is
//	cancellation  merged whole, once
//	Goexit        as a panic
//	of a merge    the panic goes on at the join, the Wait or the end of the run at which the views
//	              were merged; views that were not merged yet are dropped
//	misuse        of a nil or zero value panics
//
// # Costs
//
// View takes 5 ns in a task (BenchmarkView), where a plain variable takes less than one. So a body that
// uses a view often asks for it once: the pointer is right until the call of the body ends, for a
// Func's task across its forks and joins as well. If a strand uses n reducers, View makes up to n
// comparisons.
//
// A strand's first View takes two allocations, a stolen task that has used a reducer a third, and a merge
// for each of them. A program with reducers pays 0.1 µs and an allocation for each spawned task
// (BenchmarkSpawn), so that it has a turn; one without pays some comparisons with nil.
//
// # The files
//
//	reducer.go   reducers                     exact.go     sums of floats, exactly
//	appender.go  a reducer that appends       holder.go    scratch space
//	pedigree.go  random numbers by place
package strand
