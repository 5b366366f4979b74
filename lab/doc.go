// Package lab is the harness that re-measures the claims of the literature: an
// experiment is data and three functions, which measure, judge and plot.
//
//	experiment.go  what an experiment is        run.go      a run, which may resume
//	runner.go      taking samples case by case  journal.go  the cases of a run, as they come
//	table.go       the samples                  csv.go      samples for other programs
//	finding.go     verdicts, facts, numbers     growth.go   whether a quotient stays bounded
//	figure.go      what can be drawn            result.go   what a run leaves in files
//	kinds.go       kinds of samples             needs.go    which samples can be, and suffice
//
// The harness knows no experiment. The experiments are in lab/claims, which is
// above it, one folder for each source; what they measure with is in lab/gauge.
// The tool and its reports, in the module cmd, import both; reports are drawn
// there, because that module may require libraries.
//
// A directory of results has three files for each experiment: ID.ndjson, the
// cases, from which an interrupted run resumes and a finished one is judged again;
// ID.json, the finding with its circumstances and figures; ID.csv, the samples.
package lab
