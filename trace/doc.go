// Package trace is what a recording of a program found out: a Report, where the time of all workers
// went and which call sites it went to, and a Verdict, the same in a sentence. It is plain data and
// functions of it: a report is read from its JSON as well as it is made. It can be written as a page
// (WriteHTML) and for ui.perfetto.dev (WritePerfetto), and says what other numbers of workers could
// give. Package trace/record makes recordings.
package trace
