// Package stealhalf re-measures what Hendler and Shavit claim of their steal-half
// deque [HS02].
//
//	eighth.go        at least an eighth of the items can be stolen (Theorem 3.10)
//	eighth_model.go  the model of the deque in which every state is searched
//	cas.go           k operations with m steals cost Θ(log k + m) CAS (Theorem 4.3)
//	bounded_load.go  balanced loads stay near their average (Theorems 3.5 and 3.9)
//	bounded_load_real.go  the same on two real deques
//	instability.go   stealing one on empty lets loads grow without bound (Section 1.2)
//	non_blocking.go  a process that is stopped does not stop the other processes (Theorem 4.1)
//	non_blocking_run.go   stopping it anywhere, and what the other processes do meanwhile
//
// Only lab/claims imports it.
package stealhalf
