// Package classic is the work-stealing pool as the literature describes it: short enough to be
// read in an evening, and to be copied. Every choice that the sources leave open is a field of
// Config. A program should use package skua instead; the end of this comment says why.
//
// # From the simplest
//
// A task is a function. A worker is a goroutine that runs tasks one after the other. Let each
// worker have a queue of its own: it pushes the tasks that it spawns, and pops them newest first,
// since the newest task's memory is still in its cache. As long as all workers have tasks, they
// have nothing to do with each other.
//
// A worker whose queue is empty becomes a thief: it chooses a victim, and steals the oldest task
// from the other end of the victim's queue. In a recursive program the oldest task is the largest, so
// there are few steals; and owner and thief meet only at the last task. Such a queue is a deque, and
// package deque has several.
//
//	             spawned from outside
//	         ┌──────────┬────────┴───────────┐
//	      inbox 0    inbox 1             injector
//	         │          │                    │
//	         ▼          ▼                    │
//	top   ┌─────┐    ┌─────┐   steal, oldest │
//	 ▲    │  a  │    │  x ─┼──────────┐      │
//	 │    │  b  │    └─────┘          │      │
//	 ▼    │  c  │     deque 1         ▼      ▼
//	bottom└─┬─▲─┘                    worker 2: its deque is empty;
//	pop,    │ │ push                 it is a thief, and later sleeps
//	newest  ▼ │
//	       worker 0      worker 1
//
// # To the whole
//
//  1. How a task is run, and how a panic ends it: task.go. Tasks are counted in a Scope, which is
//     waited for: scope.go. All waiting ends at a latch: latch.go.
//  2. A task may fork another and join it: fork.go. If nobody has stolen the fork, the join is a
//     plain call. Else the worker helps while it waits, or, as [WC93] has it, leapfrogs.
//  3. Who looks where for work: search.go. When a worker looks is the policy of balance.go, at whom
//     that of victim.go, and how much it takes that of amount.go.
//  4. A worker that finds nothing yields, becomes sleepy, looks at everything once more and sleeps.
//     sleep.go has the protocol, and the argument that no wake-up is lost.
//
// A batch run is Pool.Batch: tasks are made first, dealt to the workers, and waited for. A
// real-time run is a Scope: tasks come from outside while the workers run. Pool.Run is for a program
// that begins with one task. With Config.Alone nobody steals, to compare with.
//
// # Options and sources
//
//	Config.Deque     ChaseLev             [CL05]  a ring that grows
//	                 ABP                  [ABP98] an array
//	                 StealHalf            [HS02]  half of the tasks by one compare-and-swap
//	                 Split, SplitHalf     [RP22], [DP14]  private tasks, exposed on request
//	                 Locked               the baseline: a lock
//	Config.Balance   OnEmpty              [ABP98] steal when there is nothing left
//	                 Probability(µ)       [RSU91] with probability µ over the length
//	                 Factor(k)            [BFG03] when the length has changed by the factor k
//	Config.Amount    One                  [ABP98]
//	                 Half                 [HS02]  half of the difference
//	Config.Victim    RandomVictim         [ABP98], [BL99]
//	                 RoundVictim          [RY20]  in turn, from a random start
//	                 LastVictim           where it was lucky the last time
//	                 RicherVictim         [Mi01]  the richer of two random ones
//	                 FirstVictim          [AI22]  the first that has something
//	Config.Waiting   Help                 [RY20]  run any task while a join waits
//	                 Leapfrog             [WC93]  run only what the thief has forked
//	Config.Alone     stealing on and off  [AI22]
//	sleep            progressive          [RY20], [BZ26]  by the jobs event counter
//
// The keys are those of docs/papers.md; each option's comment names its source in full.
// Balance, Amount and Victim are what sections 2.2.1 and 2.2.4 of [HS02] leave open. Where the
// pool departs from a source, the comment of the option or of the file says so.
//
// # What package skua does otherwise
//
// Forks lie on typed stacks and not in deques: a fork is a store and a load, without allocation, where
// here it allocates a Future and pushes it. Work is private until a thief asks. A waiting
// worker hands its right to run to another goroutine and parks, so that stacks stay as deep as the
// serial recursion, and tasks may block. It knows cancellation, errors, loops, reducers, limits and
// recordings. It has one way of doing each of these things, the best one known here; so this
// package is for those who want to see, or to measure, the others.
//
//	config.go   Config, Deque, Waiting     balance.go  when to steal
//	victim.go   from whom                  amount.go   how much
//	pool.go     New, Run, Batch, Close     scope.go    a set of tasks
//	worker.go   Worker, and its queues     queue.go    what it needs of a deque
//	task.go     one task, and its panic    fork.go     Fork and Join
//	search.go   the search for work        sleep.go    sleeping and waking
//	latch.go    what is waited for         counters.go Stats
//
// Do not call Run, Batch, Wait or Close inside of a task: they keep the worker from its tasks.
// Misuse panics with "classic: …".
package classic
