// Package lab re-measures the claims of the literature: each experiment is data
// and three functions, which measure, judge and plot.
//
//	experiment.go  what an experiment is      registry.go  all experiments
//	runner.go      taking samples by cases    run.go       a run, which may resume
//	table.go       the samples                journal.go   the cases of a run, as they come
//	figure.go      what can be drawn          result.go    what a run leaves in files
//	stats.go       medians, intervals, fits   csv.go       samples for other programs
//	machine.go     where a run was measured   growth.go    whether a quotient stays bounded
//	unit_tree.go   a dag for real workers     paired.go    two workers beside two goroutines
//	x_ID.go        the experiment of that ID
//
// It stands on floor 7: it may use everything of the library, and only the tool
// and its reports use it. Reports are drawn in the module cmd, which may require
// libraries.
//
// A directory of results has three files for each experiment: ID.ndjson, the
// cases, from which an interrupted run resumes and a finished one is judged again;
// ID.json, the finding with its circumstances and figures; ID.csv, the samples.
package lab
