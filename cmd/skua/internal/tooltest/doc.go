// Package tooltest runs the tool as processes, for tests from end to end. The tests of the commands
// import it, and nothing else does.
//
// A test binary is the tool too: its TestMain calls Main with the commands that its tests run.
// So the tool is built once with the tests, and the race detector looks into it.
//
// tool.go makes a test binary the tool, process.go starts it and waits for what it says, run.go
// runs it to its end. cluster.go starts nodes of a cluster, joblog.go and files.go look at what
// commands leave.
package tooltest
