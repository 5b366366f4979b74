// Package testgroups runs the test binary of one package in place of go test, which starts it by
// -exec: whole, or in groups of tests that run at the same time, each in a process of its own. It
// imports no engine. Package gotest imports it for the messages, and the hidden command test-run.
//
//	talk.go        the messages between this process and skua test
//	run.go         one test binary, from the request to its exit code
//	args.go        the arguments of a test binary: what may be divided, and those of a group
//	pack.go        tests into groups, by the seconds that they took
//	share.go       who runs the next group: this process, or a slot that would be idle
//	group.go       one group as a process
//	output.go      the outputs of groups as one
//	cover.go       the coverage profiles of groups as one
//	whole.go       the binary as one process, which ends as it ended
//	signal_unix.go   signals, and ends by signals, on Unix …
//	signal_other.go  … elsewhere
//
// # Which verdict counts
//
// Groups can only say that a package passes. If a group fails, the groups that run are waited for,
// what they printed is dropped, and the package runs whole: its output and its exit code are those
// of go test. Tests that must not run at the same time as others of their package cost time in this
// way, and not a wrong verdict; skua test then notes that the package clashed.
//
// # Which tests are in a group
//
// A group is given its tests by -test.run, but the last one by -test.skip: it has all tests that
// the others do not have. So every test runs in exactly one group, also one that is new since the
// history was written.
package testgroups
