// Package gotest runs go test with the packages in another order, and with long packages divided
// into groups of tests that run at the same time. All else is go test's own work: it builds, vets,
// caches, runs, and prints. It imports package testgroups for the messages to that; the command
// skua test imports it.
//
//	run.go         one go test, from the arguments to its exit code
//	line.go        the words of the command line, as go test reads them
//	flags.go       which flags go test has, and what each means for order and groups
//	list.go        the packages that the patterns name, and Go's settings
//	plan.go        which packages run in groups, and which are first
//	choice.go      what --split says
//	history.go     how long packages and tests took, and what passed under -shuffle
//	desk.go        gives free slots to packages that run in groups
//	agent.go       how go test lets package testgroups run a test binary
//	read.go        reads the output, and the reports of package testgroups
//	learn.go       what the output says about packages and tests
//	order.go       the output in the order of go test
//	child_unix.go    a process group that an interrupt ends whole, on Unix …
//	child_other.go   … elsewhere
package gotest
