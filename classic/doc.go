// Package classic is the work-stealing pool as the literature describes it: short enough to be read in an
// evening, and to be copied. What the sources leave open is a field of Config, and each option names its
// source. A program should use package skua instead: see the end.
//
// A task is a function. A worker is a goroutine that runs tasks. Let each worker
// have a queue of its own: it pushes the tasks that it spawns, and pops them newest first, since the
// newest task's memory is still in its cache. While all workers have tasks, they do not meet.
//
// A worker whose queue is empty becomes a thief: it chooses a victim, and steals the oldest task from
// the other end of the victim's queue. In a recursive program the oldest task is the largest, so there are
// few steals; and owner and thief meet only at the last task. Such a queue is a deque.
//
//	          spawned from outside
//	       ┌────────────┼───────────┐
//	    inbox 0      inbox 1     inbox 2
//	       ▼            ▼           ▼
//	 top   ┌─────┐   ┌─────┐     ┌─────┐
//	oldest │  a  │   │  x ─┼──┐  └─────┘
//	       │  b  │   └─────┘  │  deque 2
//	newest │  c  │   deque 1  │
//	bottom └─┬─▲─┘            │ steal
//	     pop ▼ │ push         ▼
//	      worker 0  worker 1  worker 2: its deque is empty;
//	                          it is a thief, and later sleeps
//
// A batch run is Pool.Batch: tasks are made first, dealt to the workers, and waited for. In a real-time
// run tasks come into a Scope while the workers run. Pool.Run is for a program that begins with one task.
// Do not call these, or Close, inside of a task. Misuse panics with "classic: …".
//
//	config.go  each option, and its source  scope.go   a set of tasks, and how its end is noticed
//	pool.go    New, Run, Batch, Close       search.go  when, from whom and how much to steal
//	worker.go  a worker and its queues      sleep.go   sleep, and why no wake-up is lost
//	task.go    one task; Fork and Join
//
// Package skua has forks on typed stacks, where a fork is a load and a store; here it pushes a Future,
// which costs more. There a worker that waits hands its
// right to run to another goroutine, so stacks stay as deep as the serial recursion, and tasks may block.
// It does each thing in one way, the best known; this package is to see, or to measure, the others.
package classic
