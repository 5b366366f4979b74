// Package direct makes a pool's schedule a function of a name: a Director decides which of the pool's
// goroutines runs, one at a time. It imports floors 0 and 1. internal/crew, the kinds
// of work and internal/sched tell it where they are, package par asks for its clock, and package schedule
// makes directors. A pool without one has a nil Director, which costs a comparison on slow paths.
//
//	director.go  the baton, and the points at which it changes hands
//	runner.go    goroutines that come and go, and park     home.go  where skua.Here is on one in no task
//	outside.go   runners that wait for what is not the scheduler's
//	watch.go     runners that hang          stacks.go  what goroutines do
//	plan.go      which runner is next, by the schedule's name
//
// # The baton
//
// One goroutine of the pool has the baton, and only that one runs code of the pool and of its tasks. At
// a point, which is a call of Point on a slow path, the plan says whether it keeps the baton or hands
// it to one that is ready. If it parks, the plan says which one goes on; the permit of a Parker makes a
// runner ready, and wakes nobody. All else is the pool's own code: what is public, who may claim it,
// how tokens and sleepers go is decided as always. The gates of a directed pool stay shut and its loops
// are cut into chunks of a fixed size, so each fork, each chunk and each spawn is a point.
//
// All that is offered is public at once: how much an owner shows is a choice of the pool that depends
// on who searches; here a thief that may not run takes nothing, and that is the same for the program.
//
// # What a schedule depends on
//
// A schedule is the same for the same name if all that the pool does follows from program and plan:
//
//	which runner goes on      the plan: its own numbers, and the runners in the order in which they came
//	which victim              the worker's own numbers, which begin with the schedule's name and its number
//	chunks of loops           the plan; estimates of what an index costs are not used, nor kept
//	how long a search lasts   one look, then the worker sleeps; a post wakes it
//	how long a waiter looks   not at all: it parks
//	timers                    the one that looks after injected tasks (internal/spawn, Attend) does not run;
//	                          the pool has more workers than it needs
//	needless steals           are timed, but what follows from that is not looked at
//	functions in Blocking     who has come back by a point: the runner with the baton waits for those that
//	                          run until they come back or wait (settle). What waits for a timer, the
//	                          network or a goroutine of the program comes back when it likes
//	who works for sequences   as many helpers as the pool has workers, not processors (Crew in par)
//	package par               decides by a clock on which all takes a second (Clock)
//
// # Runners outside
//
// A function in Blocking runs beside the one with the baton. If it calls the pool, or comes to a point,
// it has the baton for that, and goes on outside afterwards (goOn).
//
// A watch looks at stacks when there was no point for a while. A runner that has the baton and waits
// in two looks for another goroutine, at a lock, a channel or a coroutine's switch, goes outside, too:
// another one gets the baton, and it comes back at its next point. So does one that runs, sleeps or
// waits for the system, if that takes longer than Patience: it may look at a flag, or read a pipe.
// settle does not wait for one that was running after a second: it is restless.
//
// The program itself is in no task: what it waits for may be a task that no worker has begun. In
// a task that is otherwise, and the runner is stuck. That is in order as long as a runner with
// work is ready: it may be what the stuck one waits for. If only thieves are ready, then the stuck one
// waits, as far as the director knows, for work that is offered and that nobody has begun: so on one
// worker the program would hang. After a time thieves may come (force). If the stuck runner comes
// back when one has begun a task, it is told as unexposed. If nothing moves again, all is told as a
// deadlock, or as endless if a runner outside does not wait.
//
// The time is Patience, since the last look at which a goroutine of the process did not wait that may
// wake a runner: anyone's but a director's own; and at most Generous. A goroutine that waits for a
// timer looks like any other that waits. If there was nothing but polls for Generous, that is told.
//
// These times are real, but decide nothing about a program that moves. They are added up from
// looks, so they stand still with the process.
package direct
