//go:build !unix

package main

// catchPipe does nothing: there is no SIGPIPE.
func catchPipe() (stop func()) { return func() {} }
