// Package hash is the command skua hash: its flags, and how results are shown. What it does is
// package hash of cmd/internal. Command skua imports it.
//
// hash.go has the flags and the run, report.go what is printed, json.go the form of --json.
package hash
