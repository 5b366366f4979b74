// Package vet finds mistakes in programs that use skua, one mistake in programs that use other
// bounded pools, and one waste of time, by reading their source. The command skua-vet runs it:
//
//	go install github.com/skua-go/skua/vet/cmd/skua-vet@latest
//	go vet -vettool=$(which skua-vet) ./...
//
// There are ten analysers, each with a file, a folder in testdata, and a text that says
// what it does not see (skua-vet help NAME):
//
//	cheap     a function given to package par that costs less than its call
//	done      a Join whose second result is not looked at
//	escape    a Frame or Part that leaves its task
//	fork      a Fork without its Join, or joined out of order
//	frame     the frame itself, used between its Fork and its Join
//	nested    a task of errgroup, conc, ants or pond that waits for its own pool
//	operator  an operator of a reduction that is not associative
//	scope     a Scope with tasks that nobody waits for
//	shared    appends, and Views, that functions which run at once share without meaning it
//	wait      a task that waits outside skua.Blocking
//
// They stay silent when in doubt: what they report is meant to be a mistake, or worth a change. A line
// that is meant as it is says so, on itself or just above, with a reason:
//
//	//skua:allow fork the task must still be pending when the pool is closed
//
// Above the package clause the comment is about the whole file.
//
// The package imports nothing of skua: it knows types and functions by their import path.
// The other files: skua.go recognises them; values.go follows values through the SSA
// form, path.go the flow of control, track.go one frame; tasks.go finds the functions that
// become tasks, options.go and loop.go where they run, channel.go what is known of a channel,
// body.go what reads an HTTP response.
// For nested, pools.go, limit.go and effect.go know the other pools, visit.go follows their
// tasks, resolve.go finds what a name stands for, and holds.go decides. allow.go heeds the
// comment. What the tool was tried on is in vet/docs/vet.md.
package vet
