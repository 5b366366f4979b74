// Command check explores the real code and then the explorer:
//
//	go run ./internal/explore/check             # all of the below; make explore
//	go run ./internal/explore/check -stages     # the code as it is, without faults
//	go run ./internal/explore/check -faults     # the faults alone
//	go run ./internal/explore/check -times 8    # each exploration for eight times as long: after changes
//	go run ./internal/explore/check -match ^abp # the stages and faults with such a name
//	go run ./internal/explore/check -in deque   # the faults that are planted in these packages
//
// A stage weaves the scheduler with small sizes and runs every TestExplore on it: by the fast engine,
// under the race detector, with invariants, and free-running with random yields; or those of
// cluster/shm, whose processes are killed and stopped. Then check plants each fault of the overlay
// package, one at a time, and wants the tests to fail: by the fast engine, or by the race engine
// where only that one can see the fault. It prints how many interleavings each test saw. Two of
// these run at a time, for each takes one processor.
package main
