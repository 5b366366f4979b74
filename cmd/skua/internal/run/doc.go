// Package run is the command skua run: one workload against its sequential twin. Command skua
// imports it.
//
// run.go has the flags, measure.go takes the samples, figure.go makes figures of them, report.go
// prints those.
package run
