// Package space measures what Blumofe and Leiserson bound beside the time of work stealing [BL99]:
// how many frames are alive at a time, and how many bytes processors give each other.
//
//	space.go                the frames that are alive: the claim, the runs and the verdict
//	space_run.go            trees of forks that count their frames
//	communication.go        the bytes that are moved: the claim and the runs
//	communication_judge.go  what the samples mean
//	communication_run.go    trees of forks that count which frames were moved
//
// Only lab/claims imports it.
package space
