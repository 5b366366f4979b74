// Package table writes the results of the benchmarks as Markdown.
//
//	table.go   a table, with aligned columns
//	number.go  times, counts and bytes, short
//	cases.go   the tables of cases; costs.go: their rows; scaling.go: that of scaling
//	rounds.go  how many rounds there were
//	short.go   one line for each row of each case
//	changes.go two builds of skua: ratios
//	page.go    the page of a run: machine, versions, tables
//	region.go  text between two marker comments of a document
package table
