// Package lab is the command skua lab: it runs the experiments of package lab of the root module
// and shows their verdicts. Command skua imports it.
//
// lab.go has list and report, run.go runs experiments, progress.go shows how far that is,
// cluster.go makes this program a node of the experiment that measures clusters.
package lab
