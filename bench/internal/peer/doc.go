// Package peer wraps the Go libraries that run many calls at once, so that the
// cases of the benchmarks can ask each for what it has, as its own users would.
//
//	peer.go        what a peer and a session are, and the list of all
//	pool.go        what users of a pool write around it: to wait, to fork
//	goroutines.go  no library: a goroutine for each task
//	special.go     what single peers have for single cases; special_x.go are those of x
//	rivals.go      the list of the rivals that have a file of their own
//
// The other files hold one library each, under its name.
package peer
