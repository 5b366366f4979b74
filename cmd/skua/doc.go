// Command skua shows and measures the work-stealing scheduler of
// github.com/skua-go/skua.
//
// Data goes to standard output, messages go to standard error. The exit code is
// 0 if all went well, 1 if some items or the output failed, 2 for a usage error, 3
// if nothing could start, 130 after SIGINT and 143 after SIGTERM; a second signal
// kills.
//
// # Where things are
//
// This package is a table with a row for each command. The rest is in three trees:
//
//	skua/internal/NAME    the command skua NAME: flags, messages, what is printed
//	skua/internal/root    runs the command that the arguments name
//	internal/cli          what the commands share: exit codes, progress, output, signals, places
//	internal/NAME         the engines: what is done
//
// The engines of hash, images and each have the names of their commands. No file imports both:
// commands are imported by this package, and by main_test.go of commands whose tests run others.
// Everywhere else the name means the engine.
//
// bench, a module of its own, has a small main function like that of package root. It cannot
// import packages of this module that are internal, and its messages and exit codes are its own.
package main
