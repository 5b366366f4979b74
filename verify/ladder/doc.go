// Command ladder runs the checks of the project, rung by rung. A step of a rung is a command and
// what it depends on. CI skips a step whose inputs are, to the byte, those with which it passed
// before; the night skips none.
//
//	go run ./verify/ladder landing   # what CI runs; .ci/run calls it
//	go run ./verify/ladder night     # everything in full: hours
//	go run ./verify/ladder -list landing
//
// # Inputs
//
// The inputs of a step are the files of its packages and of all packages of this project that they
// and their tests import, by whatever build tag; what lies beside the packages in folders that are
// no packages, as testdata; how the modules are wired, hence the versions of all libraries; what
// the step names besides; its command, the version of Go, the system and the processor's kind. One hash
// is made of them all. Documents of a package, and of the root what is no Go file, a step has to name.
//
// # Ledger
//
// The file .ci/ledger has a line for each step that has passed: its name, the hash, the date, the
// seconds it took, and the processor. It is committed. A step whose hash stands there is skipped,
// and the ladder says so. After each step that passes the ladder writes the step's line, so the
// steps that a change wakes run once on the machine where it is made, and once more in CI only if
// the ledger was not committed with the change. A step that names no inputs runs always.
//
// A hash does not see what is no file of the project: the kernel, the C compiler, the browser, a
// server's version. That is what the night is for, which ignores the ledger and writes it anew, for the
// landing too. A step that passed in part, since this machine lacks what no installation brings, is not
// noted, and neither is one whose inputs have changed while it ran.
//
// # Files
//
//	main.go     the command
//	steps.go    the table: each rung's steps, and what each depends on
//	faults.go   the explorer's planted faults as steps, one for each package that they are planted in
//	inputs.go   from packages to files, from files to a hash
//	ledger.go   the file
//	install.go  what a step needs besides Go, and this machine lacks
//	burn.go     busy processes beside a step
//	gotest.go   go test, which of its tests failed and which skipped
package main
