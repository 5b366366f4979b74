// Package each makes command lines of inputs, as GNU parallel does: skua each without
// the running of them.
//
//	command.go   a command to run
//	template.go  replacement strings: {} {.} {/} {//} {/.} {#} {%} {1} …
//	inputs.go    inputs from :::, files and standard input, one a line or ended by NUL
//	list.go      a source with one command for each input, or combination of inputs
//	pack.go      a source with many inputs for each command (-X), split again when stolen
package each
