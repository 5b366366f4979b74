// Package defaults asks whether another choice of deque, balancing, amount and victim in
// the pool of package classic beats that of skua's spawned tasks, and whether a replay of a recording
// foretells what a program does with more workers, and with less work at one call site. The policies
// are those of [HS02], [BL99], [CL05] and [RP22]; the claims are ours.
//
//	policies.go      the first claim, its verdict and its figure
//	policies_run.go  the configurations, and each beside skua's choice in turns
//	forecast.go      the second claim, its verdict and its figure
//	forecast_run.go  a workload with one worker, recorded, and with several, in turns
//	latency.go       what the scheduler's steps take on this machine
//	halve.go         the third claim, its verdict and its figure
//	halve_run.go     programs as they are, recorded, and with half the work at one site, in turns
//
// Only lab/claims imports it.
package defaults
