// Package batches re-measures the experiments of Agrawal and Indurkha: workers with a
// deque each, tasks that compute Fibonacci numbers, with stealing and without [AI22].
//
//	even.go      all workers begin with as much
//	skewed.go    half of the workers begin with all large tasks
//	quantity.go  the workers begin with very different numbers of tasks
//	realtime.go  tasks come while the workers run
//	pi.go        the tasks find π
//	sleeping.go  half of the tasks sleep; sleeping_run.go has them run
//	adapters.go  tasks wait for the connection of their worker; adapters_run.go has connections and files
//	batch.go     what even, skewed and quantity share: cases, ratios, figures
//	gain.go      what skewed, quantity and adapters share: the verdict
//	crew.go      the workers, and their two kinds of deque
//	cores.go     the same workers on simulated cores
//
// Only lab/claims imports it.
package batches
