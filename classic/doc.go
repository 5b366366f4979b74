// Package classic is the work-stealing pool as the literature describes it: short enough to be read in an
// evening, and to be copied. What the sources leave open is a field of Config. A program should use
// package skua instead; the end of this comment says why.
//
// # From the simplest
//
// A task is a function. A worker is a goroutine that runs tasks one after the other. Let each worker
// have a queue of its own: it pushes the tasks that it spawns, and pops them newest first, since the
// newest task's memory is still in its cache. While all workers have tasks, they do not meet.
//
// A worker whose queue is empty becomes a thief: it chooses a victim, and steals the oldest task from
// the other end of the victim's queue. In a recursive program the oldest task is the largest, so there are
// few steals; and owner and thief meet only at the last task. Such a queue is a deque.
//
//	           spawned from outside
//	          ┌──────────┬────────┴───────┐
//	       inbox 0    inbox 1          injector
//	          ▼          ▼                │
//	 top   ┌─────┐    ┌─────┐   steal     │
//	oldest │  a  │    │  x ─┼──────┐      │
//	       │  b  │    └─────┘      ▼      ▼
//	newest │  c  │    deque 1    worker 2: its deque
//	bottom └─┬─▲─┘               is empty; it is a thief,
//	     pop ▼ │ push            and later sleeps
//	       worker 0   worker 1
//
// # To the whole
//
// A task is run, and may panic; it forks another and joins it: task.go. If nobody has stolen the fork,
// the join is a plain call; else the worker helps while it waits. Tasks are counted in a Scope, and all
// waiting ends at a latch: scope.go. Who looks where for work: search.go. A worker that finds nothing
// yields, becomes sleepy, looks at everything once more and sleeps: sleep.go has the argument that no
// wake-up is lost.
//
// A batch run is Pool.Batch: tasks are made first, dealt to the workers, and waited for. In a real-time
// run tasks come into a Scope while the workers run. Pool.Run is for a program that begins with one task.
// Do not call these, or Close, inside of a task. Misuse panics with "classic: …".
//
// # Options and sources
//
//	Config.Deque     ChaseLev, ABP        [CL05], [ABP98]  a ring that grows; an array
//	                 StealHalf            [HS02]   half of the tasks by one compare-and-swap
//	                 Split, SplitHalf     [RP22], [DP14]   private tasks, exposed on request
//	                 Locked               the baseline: a lock
//	Config.Balance   none                 [ABP98]  steal when there is nothing left
//	                 Mu                   [RSU91]  with probability Mu over the length
//	                 Factor               [BFG03]  when the length has changed by the factor
//	Config.Amount    One, Half            [ABP98], [HS02]  half of the difference
//	Config.Victim    RandomVictim         [ABP98], [BL99]
//	                 RoundVictim          [RY20]   in turn, from a random start
//	                 LastVictim           where it was lucky the last time
//	                 RicherVictim         [Mi01]   the richer of two random ones
//	                 FirstVictim          [AI22]   the first that has something
//	Config.Alone     stealing on and off  [AI22]
//	sleep            progressive          [RY20], [BZ26]   by the jobs event counter
//
// The keys are those of docs/papers.md; each option's comment names its source in full.
//
// # What package skua does otherwise
//
// Forks lie on typed stacks, where a fork is a load and a store; here it pushes a Future, which costs five
// times as much in a recursion that does nothing else. Work is private until a thief asks. A worker that
// waits hands its right to run to another goroutine, so stacks stay as deep as the serial recursion, and
// tasks may block. It knows cancellation, errors, loops, reducers and limits, and does each thing in one
// way, the best one known here; this package is for those who want to see, or to measure, the others.
//
//	config.go  Config, Deque   balance.go  when to steal   steal.go  from whom, how much
//	pool.go    New, Run, Batch, Close, Stats               worker.go a worker and its queues
//	task.go    one task; Fork and Join                     scope.go  a set of tasks; what is waited for
//	search.go  the search for work                         sleep.go  sleeping and waking
package classic
