// Package exit has the exit codes of the tool, the errors that choose one, and the lines in
// which an error is reported. The commands and package root import it.
//
// exit.go has the codes and Error, message.go the lines.
package exit
