// Package tracer carries what the workers of one pool tell (internal/event) to the one that adds
// it up: a Sink, which internal/account is. It decides nothing about what events mean. Also here
// are what a worker's line needs beside its events, the windows in which only one worker runs,
// and what the machine says of the program. internal/crew and internal/sched use it.
//
//	tracer.go   a recording: its lines, its begin and end
//	round.go    the merging of all lines by time
//	line.go     a worker's hand on its line; when its thread was not on a processor
//	say.go      what also one that is not recorded may call
//	solo.go     windows in which one worker runs alone
//	ticker.go   what happens by the clock: rounds, windows
//	machine.go  what the machine did to the program: counters, and the difference of two samples
//	files.go    the same from the files of Linux
//	thread_linux.go, machine_linux.go, machine_other.go   what differs between systems
//
// # Rounds
//
// Shared words: the chunks of each line (event.Line); the list of lines, under lines.mu; the
// reader's place in all lines and the Sink, under round.mu.
//
//	a worker                              a round
//	1. reads the clock: At                1. take round.mu; whoever comes meanwhile goes on
//	2. puts the event into its line       2. read the clock: the horizon
//	3. does what others can see of it     3. read the list of lines
//	                                      4. merge by At what is in them, up to the horizon
//
// "An effect without its cause" (scenario Cause): a round merges event B, and finds A, on which B
// depends, only in the next round. That cannot happen. B depends on A, so B's worker saw what A's worker
// did in its step 3, and read its clock after that. So A was in its line before B's worker read the
// clock. B.At is not after the horizon, which the round read in its step 2: A was in its line by then,
// and the line in the list, since a worker gets it before its first event. And A.At is not after B.At,
// so step 4 merges A too, and before B. Two clocks of different processors may differ by less than a
// hand-over takes, which does not matter; where clocks are coarser, an effect can have its cause's time,
// and then either may come first.
//
// What can come late is an event whose worker was interrupted between its steps 1 and 2.
// Nothing that was merged depends on it. The Sink sees that its time is before that of others, and takes
// it for one of now; how late it is its worker was off the processor.
//
// A round is made by the worker that has filled a chunk of its line, if no other makes one; by
// the ticker; and by Stop. A worker of which more than farBehind chunks are not merged waits for
// the round that is being made and then makes one: memory stays bounded, and nothing is dropped.
// What a round costs the worker that makes it is in its line, as a Pause.
//
// # When a recording begins and ends
//
// A worker looks at its pool's recording at boundaries only: where a call enters, a segment
// begins, a search goes round. So a worker that is in a task when the recording begins is not in
// it before its next boundary, and its time up to there counts as Away. One that is in a task
// when the recording ends goes on to tell; nobody listens, and it keeps nothing (Line.Put).
package tracer
