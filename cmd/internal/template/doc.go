// Package template finds the replacement strings in the words of a command, and puts inputs in
// their place, as GNU parallel does. It is pure. Package each imports it.
//
//	symbols.go    replacement strings that can be spelled otherwise
//	template.go   the words of a command
//	parse.go      finds replacement strings in them: {} {.} {/} {//} {/.} {#} {%} {1} {name} …
//	ops.go        what they make of an input; those of --plus
//	stands.go     where they stand in a script; refuses.go  where no quoting is right
//	quote.go      how an input is quoted there
//	program.go    the words of a script that are programs of other interpreters
//	render.go     puts inputs in: as arguments, or quoted into a script
package template
