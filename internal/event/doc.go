// Package event is the language in which workers tell what they do: one Event for each change,
// kept in the Line of the worker that it happened on. A recording is the merged stream of all
// lines in the order of time; internal/account reads it once and adds up where the time went.
//
//	event.go  an event, and what each kind means
//	line.go   the events of one worker: one writer, one reader, no lock
//	site.go   the lines of the program that make parallel work, by number, and where it panics
//
// # What a line says
//
// A line is the history of one worker. At each instant the worker is in one Mode:
//
//	Away    no goroutine runs it, or it waits inside another worker's call: it holds no place
//	Work    it runs a task's code
//	Over    it runs the scheduler's code for a task: begins or ends a call, a loop, a hand-over
//	Search  it looks for work
//	Sleep   it has announced that there is none, and gave its token away
//	Wait    it waits for work that others run: a stolen fork, parts of its loop, a scope
//	Block   it runs a function of Blocking: its token serves another worker
//	Pause   the recorder holds it, to see how fast the others are without it
//
// Most events set the mode; the table in event.go says which. From an event to the next one of
// the same line is a strand: what a worker did without a change.
//
// # Which strand follows which
//
// The events of forks, tasks and loops say how strands depend on each other, so the reader can
// compute work and span without keeping them. Ref names a fork, a task, a loop or a scope while
// it lives, and may name another one after it:
//
//	Fork f … Retake f … Joined f          the owner ran both branches
//	Fork f … Await f … Joined f           a thief ran the second: Begin f … End f on its line
//	Spawn t of scope s; Begin t … End t;  Gather s … Gathered s
//	Loop l; Chunk l …; Begin l (a part), Chunk l …, End l;  Finish l … Finished l
//
// A fork that the recorder did not see has no Fork event. If a thief takes one, its Begin has
// Ref 0 and N the ID of the victim's line: it hangs on what the victim does at that moment.
package event
