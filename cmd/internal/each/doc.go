// Package each makes command lines of inputs, as GNU parallel does: skua each without
// the running of them. It is pure: it starts no process. It imports batch, for the types, and
// package span, and is imported by what runs commands.
//
//	flags.go      Options, their flags, and Plan, which makes a source of them
//	plan.go       checks options, and chooses the source
//	command.go    a command to run
//
//	symbols.go    replacement strings that can be spelled otherwise
//	template.go   the words of a command
//	parse.go      finds replacement strings in them: {} {.} {/} {//} {/.} {#} {%} {1} {name} …
//	ops.go        what they make of an input; those of --plus
//	render.go     puts inputs in: as arguments, or quoted into a script
//	fit.go        how many inputs fit into a command
//
//	sources.go    inputs from :::, files and standard input
//	records.go    one a line, or ended by NUL or what -d says
//	delimiter.go  what -d says
//	columns.go    columns, trimming, blank inputs, the last input
//	combine.go    combinations of sources, or linked ones
//
//	feed.go       reads ahead of the slots that ask
//	item.go       an item of inputs
//	list.go       a source with one command for each input, or each n inputs
//	pack.go       a source with many inputs for each command (-X), split again when stolen
//	pace.go       how many inputs are worth a process
package each
