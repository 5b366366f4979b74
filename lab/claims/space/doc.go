// Package space measures how many frames are alive at a time, by which Blumofe and Leiserson
// bound the memory of work stealing [BL99].
//
//	space.go      the claim, the runs and the verdict
//	space_run.go  trees of forks that count their frames
//
// Only lab/claims imports it.
package space
