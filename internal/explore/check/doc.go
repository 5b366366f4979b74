// Command check explores the real code and then the explorer:
//
//	go run ./internal/explore/check            # all of the below; make explore
//	go run ./internal/explore/check -faults    # the faults alone
//	go run ./internal/explore/check -longer 10 # ten times as long, without the faults: after changes
//	go run ./internal/explore/check -match ^abp  # those with such a name
//
// It weaves the scheduler with small sizes, runs every TestExplore on it,
// again under the race detector, and free-running with random yields, and those of
// cluster/shm, whose processes are killed and stopped; then it
// plants each fault of the overlay package, one at a time, and wants the tests
// to fail: by the fast engine, or by the race engine where only that one can see
// the fault. It prints how many interleavings each test saw. Two of these run at a
// time, for each takes one processor.
package main
