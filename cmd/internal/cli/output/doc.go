// Package output is what commands print to: the standard output, which may be full or closed, whole
// lines, and JSON. The commands import it.
//
// standard.go has the standard output, lines.go the writer of whole lines, json.go documents.
package output
