// Package gauge is the ruler of every measurement in this repository: which
// machine it was, whether its processors were free, how much processor time was
// used, and what the middle of the samples is.
//
//	machine.go         where something was measured, and from which commit
//	processor_time_*.go  how much processor time the process has had
//	spin.go            work of a known length, and how free the processors are
//	processor_time_*   what this process has used of all processors
//	statistics.go      medians, quantiles, intervals, fits
//
// It imports nothing of skua, so that bench, which compares skua with its rivals,
// measures all of them with the same ruler. The harness in lab, the experiments in
// lab/claims, bench and cmd import it.
package gauge
