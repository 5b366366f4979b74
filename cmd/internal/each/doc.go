// Package each makes command lines of inputs, as GNU parallel does: skua each without
// the running of them. It starts no process. It imports package inputs, which reads the inputs,
// package template, which puts them into the command, package batch, for the types, and package
// span. What runs commands imports it.
//
//	flags.go      Options, their flags, and Plan, which makes a source of them
//	symbols.go    the flags for other spellings of replacement strings
//	split.go      tells the words of the command from the sources of inputs
//	plan.go       checks options, and chooses the source
//	command.go    a command to run
//
//	fit.go        how many inputs fit into a command
//	feed.go       reads ahead of the slots that ask
//	item.go       an item of inputs
//	list.go       a source with one command for each input, or each n inputs
//	pack.go       a source with many inputs for each command (-X), split again when stolen
//	pace.go       how many inputs are worth a process
package each
