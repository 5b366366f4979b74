// Package test is the command skua test: its flags, and its exit code. What it does is package gotest
// of cmd/internal. Command skua imports it.
//
// test.go has the flags and the run, agent.go the hidden command that go test starts for each
// test binary.
package test
