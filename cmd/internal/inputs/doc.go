// Package inputs reads the inputs of a batch of commands as GNU parallel does: from the command
// line, from files and from standard input, split into columns and combined. Package each imports
// it.
//
//	sources.go    inputs from the command line, files and standard input
//	records.go    one a line, or ended by NUL or what -d says
//	delimiter.go  what -d says
//	columns.go    columns, trimming, blank inputs, the last input
//	combine.go    combinations of sources, or linked ones
package inputs
