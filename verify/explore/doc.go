// Command check explores the real code and then the explorer:
//
//	go run ./verify/explore             # all of the below; make explore
//	go run ./verify/explore -stages     # the code as it is, without faults
//	go run ./verify/explore -faults     # the faults alone
//	go run ./verify/explore -times 8    # each exploration for eight times as long: after changes
//	go run ./verify/explore -match ^abp # the stages and faults with such a name
//	go run ./verify/explore -in deque   # the faults that are planted in these packages
//	go run ./verify/explore -map        # prints which fault breaks which invariant, and what finds it
//
// A stage weaves the scheduler with small sizes and runs every TestExplore on it: by the fast engine,
// under the race detector, with invariants, and free-running with random yields; or those of
// cluster/shm, whose processes are killed and stopped. Then check plants each fault of the overlay
// package, one at a time though a build has many, and wants the tests to fail: by the fast engine, or
// by the race engine where only that one can see the fault. It prints how many interleavings each test
// saw. Two of these run at a time, for each takes one processor.
package main
