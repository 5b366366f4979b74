// Package record makes recordings of a pool: it puts together the lines of the workers
// (internal/tracer), what they add up to (internal/account), and what the machine says. A program that has it
// records itself, if the environment asks for that: by trace/record, or in internal/sched by a build tag.
//
//	record.go  a recording, from Start to Stop; its report at any time
//	file.go    the recording that the environment asks for, kept in a file
//	render.go  how a report is written to a file of that name
package record
