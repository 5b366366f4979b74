// Package defaults asks whether another choice of deque, balancing, amount and victim
// beats the default of skua over all workloads. The policies are those of [HS02],
// [BL99], [CL05] and [RP22]; the claim is ours.
//
//	policies.go      the claim, its verdict and its figures
//	policies_run.go  the configurations, and each beside the default in turns
//
// Only lab/claims imports it.
package defaults
