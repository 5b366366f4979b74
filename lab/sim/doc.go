// Package sim simulates schedulers on more processors than any machine has: how
// evenly load spreads when queues balance with each other, how dags run under work
// stealing, and how the nodes of a cluster share tasks over a network. What
// owners expose and what nodes hold is decided by internal/policy and internal/prefetch, the code
// by which the scheduler and the nodes decide; whom thieves rob and when queues balance, which are options of
// package classic, by lab/internal/rule. How a recorded program would run with other numbers
// of processors is lab/forecast's to say.
//
//	load*.go     the step model of load balancing: Load
//	dag*.go      the execution of dags: Run
//	loop.go      a loop on the work-stealing ranges of package span: Loop
//	cluster*.go  nodes that pull, prefetch and steal over a round trip: Cluster
//	crew.go      processors in blocks, several at once; claims
//	random.go    random numbers that depend on seed, step and processor alone
//
// Time and memory are linear in what is simulated, but for a logarithm in Cluster.
// Load and Run run on package par, and every result depends on the configuration
// alone, to the byte: not on the number of workers, not on timing.
//
// # The step model
//
// Section 3.1 of Hendler and Shavit (Non-blocking Steal-half Work Queues, PODC 2002
// [HS02]), after Rudolph, Slivkin-Allalouf and Upfal (A Simple Load Balancing
// Scheme for Task Allocation in Parallel Machines, SPAA 1991 [RSU91]). A processor
// is a number of tasks. In a step all processors at a time
//
//	select     one with n tasks decides with probability µ/n, or as another policy
//	           says, and always if n is 0, to balance, and with whom;
//	approach   of those that select the same processor, one at random goes on;
//	decide     one that approaches and is approached too takes one of both, by a
//	           coin (also if only one of them would do in the end);
//	balance    two that decided for each other meet, and tasks move: to the one that
//	           approached, if it has less; if Symmetric, to whichever has less;
//
// and then each generates or consumes: by at most u, which is what the interval
// Δu of the paper means, except for arrivals. What of this the processors may
// choose is the configuration's Balance, Victim and Amount; what the world does
// to them is Generate:
//
//	walk      each alike, u more with probability Rate, else u fewer
//	uniform   each alike, anything from u fewer to u more
//	hot       Hot processors u more, all other processors u fewer; with Period the hot ones change
//	rich      an adversary: u more for those above the average, u fewer for those below
//	arrivals  Hot processors share Rate × Processors new tasks, and everyone consumes
//	          u: the model of Berenbrink, Friedetzky and Goldberg [BFG03]
//	none      nothing: how a bad start is levelled
//
// Async is what the paper says its own queues are: processors act at separate
// moments of the step, a victim need not attend, and of several thieves at one
// moment one wins. Moments bounds how finely they are told apart.
//
// Not modelled: the words of a deque (what can be taken at once is a half or an
// eighth, not a power of two between), the time that a steal takes, a search that
// goes on to the next victim, tasks of different length, sleep.
//
// # The execution of dags
//
// The scheduling loop of Rito and Paulino (Scheduling Computations with Provably Low
// Synchronization Overheads, Journal of Scheduling 2022 [RP22], Algorithms 1 and 2)
// on dags of unit nodes that enable at most two more. In a round every processor
// makes one iteration of the loop: it executes its node and has the next, or it
// looks at one victim. All events of an execution are iterations, so there is no
// queue of events: a round is a phase over all processors.
//
//	seek     a processor without a node picks a victim. It competes for the topmost
//	         public node if there is one as the round begins; else it raises the flag
//	work     a processor with a node executes it
//	settle   at each deque, in an order decided by lot, the one thief that won takes
//	         the node, unless the owner was first and none is left; and the owner
//	         answers the flag, pushes what it enabled, or pops
//
// A stolen node is executed in the next round. The split deque is the printed one
// without its slips (docs/divergence.md, "Typed task stack"): a public node that
// the owner pops is gone, the flag is lowered before the exposure, a processor is
// never its own victim, and alone it has none. Expose and Keep are the
// scheduler's. The classic scheduler is that of Arora, Blumofe and Plaxton [ABP98]:
// the same loop on a deque that is all public.
//
// What is counted is what the printed algorithms do: a compare-and-swap in an
// attempt that saw a node, and in the owner's pop of the last public node; a fence
// where the owner exposes, lowers its flag, or lowers the shared bottom; and the
// owner's stores to words that thieves read. A thief's loads are in order without
// a fence on most machines; where they are not, add one fence for each of Attempts.
//
// Stall lets processors miss rounds, as an operating system would have them.
//
// Not modelled: iterations of different length, more than one steal from a deque in
// a round, a search that goes round all victims, caches, sleep, the end of arrays.
//
// # The cluster
//
// Nodes take tasks from a queue in a server, as those of module cluster do. All that
// happens is an event at a time; a message takes OneWay between a node and the
// server, and twice that between two nodes, since it goes by way of the server.
//
//	pull     a node asks for what Refill says. The server sends what is there, and
//	         keeps the rest of the request until tasks come: the long poll
//	run      a slot that is free takes the node's oldest un-started task
//	result   it leaves when the task ends; the next task does not wait for it, unless
//	         AwaitResult
//	steal    a node with a free slot and nothing to run, whose queue has answered that
//	         it is empty, asks the richer of two other nodes, and gets the youngest half of
//	         its un-started tasks, or one, or nothing. Then it waits for a while
//
// A steal that gives back moves the tasks by the shared queue: the server deals them
// to all requests that wait there, the victim's too, and forgets how often they have
// moved. Their next slot waits AgainTrips before it runs them. With affinity each node pulls from
// a queue of its own in the server, and a thief takes from another's.
//
// Not modelled: what the server and the nodes need to handle a message, messages that
// are lost or overtake each other, leases, nodes that come, go or slow down, priorities,
// payloads that take time to travel, and how long an operating system oversleeps.
package sim
