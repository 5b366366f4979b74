// Package schedule tests whether the result of a parallel program depends on the schedule. Explore runs the
// program on one goroutine at a time, under many schedules: nothing is stolen, all is stolen, random
// steals at random places; and compares the results.
//
//	func TestCount(t *testing.T) {
//		schedule.Explore(t, func(p skua.Place) map[string]int {
//			return count(p, "testdata") // forks, loops and scopes at p, or at skua.Here()
//		})
//	}
//
// # What it finds
//
//	results that depend      floats that are summed under a lock, appends under a lock, the first or the
//	on the schedule          last that writes, numbers from a counter, a shared generator of random
//	                         numbers, buffers by worker, logs
//	deadlocks                every goroutine of the program waits: locks in two orders, channels
//	unexposed waits          a task waits outside of skua.Blocking for one that no worker has begun:
//	                         it works only if another worker happens to steal that one. It may wait
//	                         for a channel, a pipe, or in a loop for a flag
//	programs that hang       a task waits in a loop, or polls, for what nobody does, or reads what nobody
//	                         writes
//	panics                   that some schedule shows
//
// A failure says the serial result and the other one, the name of a schedule that shows it, and the
// places where tasks were switched: mostly a single one, since the first schedules with one switch are
// tried again then.
//
// # What it does not find
//
// A task is switched only where it calls skua: at forks, joins, polls, spawns, and between chunks of a
// loop. So two tasks that fork nothing run one after the other, in either order. What goes wrong only
// if others run in the middle of one needs a Poll there. It does not find data races: there are none if
// one goroutine runs at a time; go test -race does. That a hundred schedules agree is no proof.
//
// A program that keeps private forks private (skua.Blocking at a Place other than its Frame) may wait
// for one of them for ever; here every fork can be stolen.
//
// # Programs that wait
//
// A task may wait for a goroutine of the program, a timer or the system. It is told as a deadlock, or as an
// unexposed wait, 5 s after nothing has moved; but 30 s after that if meanwhile a goroutine of
// the process runs, sleeps, or waits for the system, and may be what the task waits for: the failure
// shows it. A goroutine that waits for a timer or the end of a context looks like one that waits for
// another: so no task should wait longer than 5 s for these. A task that runs for 5 s without a
// call of skua lets others run beside it. A loop that forks while it waits is not noticed: go test
// ends it.
//
// # Schedules
//
//	serial       nothing is stolen, as if there were one worker. Spawned tasks run when they are waited for
//	right        whatever is offered is stolen at once, and the thief goes on: second branches first
//	left         the same, but the owner goes on before the thief begins: the serial order, on many workers
//	random-17    at each switch point another task goes on, with a probability from the seed
//	few-17       every goroutine has a random rank, and the highest goes on; at random points
//	             one gets the lowest. After Burckhardt et al., A Randomized Scheduler with
//	             Probabilistic Guarantees of Finding Bugs, ASPLOS 2010 [BKMN10]
//	switch-17    serial but for one switch, at the 18th point where one is possible
//
// The same name is the same schedule, on every machine, as long as the program makes the same calls and
// does not wait for timers, the network, or goroutines of its own. Replay runs one schedule, and
// Explore runs only that one, beside the serial one, with which it compares, if its name is in the
// environment variable SKUA_SCHEDULE.
//
// # The program
//
// Explore calls the program some hundred times, so it makes all that it writes, and takes little time:
// sizes of ten find what sizes of a million do. Its calls must be at p, or at skua.Here(), where
// functions of package par run by default: calls at another pool are not directed. On goroutines that
// the program starts, and in coroutines (iter.Pull), Here is the default pool: name p there.
// docs/decisions/0026-explore-schedules.md says how it is done.
package schedule
