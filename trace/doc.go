// Package trace is what a recording of a program found out: a Report, where the time of all workers
// went and which call sites it went to, and a Verdict, the same in a sentence. It is plain data and
// functions of it: a report is read from its JSON as well as it is made.
//
//	report.go    the report and its parts: the format
//	verdict.go   the verdict: which causes are named
//	sentence.go  … the sentence
//	evidence.go  … what it says of each cause
//	refusal.go   … when there is none
//	round.go     … numbers that add up after they are rounded
//	place.go     … call sites, durations and counts in words
//	json.go      a report as JSON, and back
//	check.go     … whether its parts fit each other
//	html.go      a report as a page: page/ has its parts
//	perfetto.go  a report as a trace for ui.perfetto.dev
//	forecast.go  what other numbers of workers could give, or a call site that took half the time
package trace
