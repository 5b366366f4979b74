// Package spawn is spawned tasks: scopes, the queues of workers, and the inboxes for tasks that
// are on no queue. It is a wing on internal/crew and knows neither forks nor loops.
//
//	scope.go    counting, failure          brake.go     the limit
//	round.go    a scope until its result is taken
//	waiters.go  waiting for a scope        spawned.go   running and waiting
//	spawns.go   one worker's queue         level.go     what runs and waits on its goroutine
//	ahead.go    tasks counted ahead of their spawns
//	inbox.go    where tasks lie            board.go     inboxes that hold tasks, and who looks after these
//	turns.go    the serial order of tasks, for reducers
//	watch.go    tasks that somebody watches        invariants.go
//	apart.go    tasks that race builds run on goroutines of their own
//
// # Scopes
//
// A task costs its spawner one lock and, from outside, one CAS of the scope's count; a worker
// counts up to maxAhead at once, by one CAS or one addition. It costs the worker that runs it one
// lock; the rest is paid once for up to maxBatch of them.
//
//	spawner                                 runner
//	count   one that is counted ahead;      find    pop the own queue; else take
//	        else CAS state to one task              half of what another has more, or of
//	        more, or more ahead, if it              the inbox of the scope that
//	        counts some already; else               waited longest: run the oldest,
//	        add: lock, admit, CAS                   keep the rest on the own queue,
//	queue   on a worker: own queue, and             post
//	        post, if that was empty
//	inbox   from outside: lock the scope,   run     the task; then the next one of
//	        put; if it was empty, list              the own queue, if it is of the
//	        it on the injector, unlock,             same scope: a series
//	        post                            settle  take all that ended off state, and
//	                                                what is left ahead
//
// "First and last" (scenario Close): a count of 0 means that the pool has let the scope go, and may
// be closed. So the CAS only moves a count that other tasks hold above 0; from 0 it goes under the
// scope's lock and after admit. An Add would let a task in behind the last one's back, but for one
// from a task of the scope, which counts itself (ahead.go).
//
// "On the way" (scenario Batch): between take and keep the tasks of a batch are nowhere. A searcher
// that looks then finds nothing and may fall asleep; so keep posts, and the last searcher looks
// again when it is busy (internal/sleep, finding work).
//
// "Left behind" (scenarios ScopeSecond and Batch/first): a push to an inbox or a queue that holds tasks
// posts nothing. The post of its first task still stands: the worker that it woke takes a part, and as
// the last searcher wakes another for what is left; if it was left to searchers or to a worker that
// gives a token back, these find the inbox, or the queue, as they would find one task: it has held one
// ever since. Under the lock the push knows that. The list of the injector changes under the scope's lock
// too (B1), so that a scope which is emptied and filled at the same time is on it.
package spawn
