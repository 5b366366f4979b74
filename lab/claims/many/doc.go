// Package many runs the scheduler's own code on up to 1,024 virtual processors, in virtual time, and
// judges claims there that need more processors than a desk has:
//
//	many.go           [BL99]: programs become faster in proportion
//	many_judge.go     what the speed-ups say
//	many_plot.go      the figures
//	victims.go        [BZ26]: random victims spread thieves, a fixed one makes them contend
//	victims_judge.go  what lost races say, and the figures
//	queue.go          [BZ26]: a central queue saturates, and deques do not
//	queue_judge.go    what leaves per time say, and the figures
//	sync.go           [RP22]: LCWS synchronises with the span, concurrent deques with the work
//	sync_judge.go     what counts of changes say, and the figures
//	many_run.go       programs, and the cases of many.go
//	coarse.go         [BL99]: tasks that last, and ask nothing of the scheduler
//	coarse_judge.go   what their times say, and the figure
//	costs.go          the room's costs, and what is changed of them
//	room.go           the virtual machine room: finding, building and starting it, run by run
//
// It may not import the room, which is a tree of the roof (verify/room), and starts its
// command instead. Only lab/claims and lab/many import it.
package many
