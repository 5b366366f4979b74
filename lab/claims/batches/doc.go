// Package batches re-measures the experiments of Agrawal and Indurkha: workers with a
// deque each, tasks that compute Fibonacci numbers, with stealing and without [AI22].
//
//	even.go      all workers begin with as much
//	skewed.go    one worker begins with much more
//	realtime.go  tasks come while the workers run
//	batch.go     what even and skewed share: cases, ratios, figures
//	crew.go      the workers, and their two kinds of deque
//
// Only lab/claims imports it.
package batches
