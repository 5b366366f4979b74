// Package verify tests skua with libraries that its root must not require:
// goroutine leaks with goleak, profiles with pprof, linearizability with porcupine, state machines
// with rapid; and with long random stress and fuzzing. Nothing imports it.
//
// # Histories
//
// An owner and one to three thieves run a short random program on goroutines.
// Each call is noted with its answer and its interval, the deque is emptied at
// the end, and porcupine looks for an order of the calls, within their intervals,
// in which a sequential deque gives these answers. The answers of the model:
//
//	Push   adds at the bottom. Full: a bounded deque; StealHalf only at capacity.
//	Pop    takes the youngest. Empty: there is none.
//	Steal  takes the oldest. Empty: there is none; of a Split, none is public.
//	Lost   changes nothing. At some point of the call the deque is empty, or its
//	       topmost item is removed by another. A thief at a StealHalf may also
//	       lose to a call of the owner's beside it, which may change the range.
//	Poll   exposes something if a thief's request is standing, and only then; one
//	       that comes while it serves another is for the next Poll.
//	StealInto  takes n from the top at one point of the call and puts them at the
//	       bottom of the thief's own deque at a later one. Several deques are also
//	       judged as one pool: what comes out went in, comes out once, and all does.
//
// Lost is judged in the same search as the rest: such a call becomes two, its
// beginning and its end, of which the second is legal if what excuses it happened
// in between. A history that fails is printed in full with its seed.
//
// Ranges of package span are judged the same way, with owners that take, put back
// and fill, each range by itself. All their calls are one step, and false is the
// answer of an empty range only:
//
//	Take    takes from the low end.   Return  puts back what the last Take brought.
//	Steal   takes the upper half.     Fill    makes an empty range a stolen one.
//
// Histories on real goroutines are few interleavings, most of them dull. The same
// programs run under the explorer, every schedule with at most two preemptions:
//
//	go run ./verify/weave -o .explore deque internal/indices span verify
//	SKUA_EXPLORE=10000000 go test -overlay .explore/overlay.json -tags explore -run TestExplore -v \
//		./verify
//
// # Machines
//
// A machine makes each call on a kind and on Locked, one after the other. rapid
// draws the calls and shrinks those that fail; the fuzz targets read them from
// bytes, and their seeds run with every go test.
//
//	go test -run '^$' -fuzz FuzzStealHalf ./verify
//
// # Longer
//
//	go test ./verify -run 'Linearizable|Pool' -histories 1000000 -seed 1
//	go test ./verify -run Machine -rapid.checks 1000000
//	go test ./verify -run Stress -stress 10m
//
// # Random programs
//
// The command verify/stress runs random programs on pools: trees of forks, scopes,
// loops, calls from inside, failures, cancellations, with a serial oracle, and a look
// at the pool at rest after each. Its own tests run some of them; more with
//
//	go run ./verify/stress -for 10m
//	go test ./verify/stress -run Control -controls
//
// # The ladder
//
// The command verify/ladder runs all checks of the project, of this module and of the others.
//
// # Controls
//
// Each way of testing has a TestControl or TestExploreControl that plants faults
// and wants them found: broken_test.go has the toys.
//
//	leak_test.go stress_test.go    the pool
//	labels_test.go trace_test.go   profiles and execution traces of it
//	family_test.go                 the kinds, and what is different about each
//	history_test.go model_test.go linear_test.go explore_test.go
//	                               recorder, specification, tests, the same explored
//	span_test.go span_explore_test.go  ranges: recorder, specification, tests
//	machine_test.go fuzz_test.go   against Locked
package verify
