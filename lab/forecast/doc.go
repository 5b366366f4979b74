// Package forecast says how long a recorded program would take on other numbers of
// processors, or if a part of it were faster: it replays the dag that package trace has
// recorded, whose strands have any length, in virtual time.
//
// Everything happens at the next event of one worker; what the scheduler does in these is
// what ARCHITECTURE.md says of it:
//
//	fork     an owner goes down, and makes private forks public where it forks next: on a
//	         request, or to keep one public for a while (policy.ExposeHalf, KeepHungry)
//	join     it takes back what was not stolen; else it looks for Latency.Spin, parks, and
//	         gives its token away. The thief brings one with the wake-up, and rests
//	loop     chunks grow as package indices has them grow; a thief takes the upper half of
//	         what is open, or asks for the rest of a chunk, which it gets at the next index
//	scope    an owner takes the youngest task; a thief the oldest, and half of the difference
//	search   round all workers from any one on; 32 rounds, of which every eighth asks
//	sleep    a post wakes a worker only if a token is free and nobody searches, and a worker
//	         that is on its way counts as one that searches: so they come one after the other
//
//	forecast.go  Of                  latency.go  what the scheduler's steps take
//	program.go   steps               compile.go  ops to steps; the span
//	replay.go    the loop of events  search.go   rounds, requests, thefts
//	player.go    a worker's steps    sleep.go    tokens, wake-ups
//	fork.go      forks and joins     agenda.go   the next event of each
//	loop.go      a loop's maker      part.go     parts of loops, their chunks
//	scope.go     spawned tasks       ring.go     queues of tasks
//	chain.go     what was waited for  set.go     sets of workers
//	grain.go     a site in larger pieces
//
// A searcher that finds nothing is anywhere on its way, so the one that comes first to new
// work, and when, is drawn by lot. Not modelled: memory, which makes work longer with more
// workers; polls inside a strand, which the recording does not have; indices of different
// length; the collector; other programs; limits of scopes; contention for a word.
package forecast
