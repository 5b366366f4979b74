// Package lab re-measures the claims of the literature: each experiment is data
// and three functions, which measure, judge and plot.
//
//	experiment.go  what an experiment is     runner.go  taking samples, case by case
//	table.go       the samples               stats.go   medians, intervals, fits
//
// It stands on floor 7: it may use everything of the library, and only the tool
// and its reports use it. Reports are drawn in the module cmd, which may require
// libraries.
package lab
