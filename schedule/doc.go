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
// It finds results that depend on the schedule, such as floats that are summed under a lock; deadlocks;
// tasks that wait, outside of skua.Blocking, for one that no worker has begun; programs that hang; and
// panics that some schedule shows. A failure says the serial result and the other one, the name of a
// schedule that shows it, and where tasks were switched.
//
// A task is switched only where it calls skua: at forks, joins, polls, spawns, and between chunks of a
// loop. What goes wrong only in the middle of a task that calls nothing needs a Poll there. Data races are
// for go test -race. That a hundred schedules agree is no proof.
//
//	serial       nothing is stolen, as if there were one worker. Spawned tasks run when they are waited for
//	right        whatever is offered is stolen at once, and the thief goes on: second branches first
//	left         the same, but the owner goes on before the thief begins: the serial order, on many workers
//	random-17    at each switch point another task goes on, with a probability from the seed
//	few-17       every goroutine has a random rank, and the highest goes on; at random points
//	             one gets the lowest
//	switch-17    serial but for one switch, at the 18th point where one is possible
//
// The same name is the same schedule, on every machine, as long as the program makes the same calls and
// does not wait for timers, the network, or goroutines of its own. Replay runs one schedule; Explore runs
// only the serial one and the one that the environment variable SKUA_SCHEDULE names.
//
// The program is called some hundred times, so it makes all that it writes, and is small: sizes of ten find
// what sizes of a million do. Its calls must be at p, or at skua.Here(), as those of package par are by
// default. On goroutines that it starts, and in coroutines (iter.Pull), name p. Programs that wait for
// files, the network or timers:
// https://github.com/skua-go/skua/blob/main/docs/trust.md.
package schedule
