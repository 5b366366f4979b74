// Package root is the tool without its commands: it runs the one that the arguments name, tells its
// errors and chooses the exit code. Command skua imports it, and tooltest, for tests of some of the
// commands.
//
// main.go runs a command, root.go assembles them.
package root
