// Package many runs the scheduler's own code on up to 1,024 virtual processors, in virtual time, and
// looks whether programs become faster in proportion, as Blumofe and Leiserson prove [BL99].
//
//	many.go        the experiment: its claim, and the rule that decides
//	many_run.go    the programs, and one case after the other
//	many_room.go   the virtual machine room: finding, building and starting it
//	many_judge.go  what the speed-ups say
//	many_plot.go   the figures
//
// It may not import the room, which is a tree of the roof (internal/explore/room), and starts its
// command instead. Only lab/claims imports it.
package many
