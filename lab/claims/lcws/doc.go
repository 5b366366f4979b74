// Package lcws re-measures what Rito and Paulino prove of low-cost work stealing, in
// which a task stays private until a thief asks for one [RP22].
//
//	sync_cost.go        synchronisation grows with the span, not the work (Theorem 3.10); sync_judge.go
//	time_bound.go       the time is within a constant of T₁/P + T∞ (Theorem 3.9)
//	idle_iterations.go  so are the iterations without work (Lemma 3.8)
//	balls.go            thieves hit victims that hold much of the potential (Lemma 6.9)
//	exposure.go         how long a thief waits for a busy owner (Section 4)
//	exposure_run.go     an owner with a leaf, and a thief that times it
//	unit_tree.go        a tree of nodes that take the same time, for real workers
//	paired.go           two workers beside two plain goroutines
//
// Only lab/claims imports it.
package lcws
