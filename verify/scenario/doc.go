// Package scenario has the explorer's scenarios of the scheduler, through the facade of package
// skua: small programs whose every interleaving is tried. Their build adds two files to the code:
// testdata/facade.go, to package skua, lets them look behind the facade, and testdata/scripted.go,
// to internal/sched, gives them workers that search when the scenario says so. So they compile in
// woven builds only: run them by make explore. Comments and planted faults name a scenario by what
// follows TestExplore in the name of its test: "Asleep for ever" (scenario Close).
//
//	fork_test.go    what all forks do: programs of a few nodes, thieves by script
//	wait_test.go    waiting for a frame         wake_test.go     which workers come for work
//	cancel_test.go  err_test.go  stop_test.go   how runs end before their time
//	loop_test.go                                loops
//	number_test.go  debt_test.go  places_test.go  how many run at a time
//	scope_test.go   round_test.go  limit_test.go  ahead_test.go  waiters_test.go
//	inline_test.go  scopes
//	views_test.go   views of reducers, in serial order    lookout_test.go  what a timer looks after
//	guests_test.go  callers that wait in line
package scenario
