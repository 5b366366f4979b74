// Package room is a virtual machine room: it runs skua's own code, not a model of it, on as many
// virtual processors as one likes, in virtual time. Only the command run and tests use it.
//
// # How it works
//
// The overlay of internal/explore already puts every atomic, lock, park, yield and start of a
// goroutine of the scheduler into the explorer's hands. A Room takes them over (explore.Host). Each
// goroutine of the program is a thread with a clock of its own. The thread whose clock is least goes
// on, as a coroutine, until its clock is no longer the least; so the program runs one step at a time,
// in the order of virtual time, and is the same in every run of the same process image and seed.
//
// Time goes by in three ways. An access to shared memory costs what the line's state says. Work that
// the program declares (Work) costs what it says. Parks, wake-ups, yields and starts have a price
// each. All else is free: see "What is not modelled".
//
// # Cache lines
//
// A line is 64 bytes of real addresses, so false sharing comes by itself. It is owned by one
// processor or shared by several. A processor that has it pays for a hit; another one pays for a
// transfer, and keeps the line busy for as long.
//
//   - A busy line is a queue. A thread that needs it reserves the next turn, its clock is set to the
//     beginning of that turn, and the operation is done then, in the order of turns. (Done when it was
//     requested, every CAS of a storm fails or succeeds by what the line held before its turn, and
//     storms come out several times too bad.)
//   - Only a load that hits may run ahead of the least clock, by Costs.Slack at most. A store ahead of
//     the others would never lose a line that many want, and hide all contention.
//   - A processor that gets a wanted line keeps it for Costs.Hold more, one time in so many: real ones
//     hold it long enough for a failed CAS, a load and the next CAS. It is this share that decides how
//     bad storms are, and it is a guess: a conclusion should hold with holdodds=0 and with 100 too.
//
// # Processors and threads
//
// A thread has a processor while it can run. It gives it up when it parks, and gets one with its
// wake-up: the one that it had before if that is free. If none is free it waits in line. What a cache
// holds belongs to the processor.
//
// As in Go, a thread that was woken is first in line on its waker's processor: it goes on there after a
// Switch as soon as the waker parks, yields or ends, or else, after Costs.Late, on another one. Only one
// that was woken beside its waker (park.Parker.UnparkBeside) gets another processor at once, by a
// wake-up.
//
// # What is not modelled
//
// Memory bandwidth and cache capacity, plain memory that the program shares, allocation and the
// garbage collector, instructions between two accesses, hyperthreads, frequency, interrupts, and other
// programs. A claim about any of them cannot be made here.
//
// # Files
//
//	room.go      Room, Config: open, run, who goes on
//	costs.go     what things cost, and where the numbers come from
//	thread.go    threads and processors
//	agenda.go    threads by their clocks
//	line.go      cache lines
//	wait.go      locks, parkers, timers, yields
//	tally.go     what is counted
//	timeline.go  what processors do, step by step
//	stall.go     the lines of code where virtual time stalls
//	program/     the programs; run/ the command
package room
