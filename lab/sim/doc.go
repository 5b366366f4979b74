// Package sim simulates schedulers on more processors than any machine has: how
// evenly load spreads when queues balance with each other, and how dags run under
// work stealing. It takes its decisions by internal/policy, the code by which the
// scheduler takes them. It is for the laboratory.
//
//	load*.go    the step model of load balancing: Load
//	dag*.go     the execution of dags: Run
//	crew.go     processors in blocks, several at once; claims
//	random.go   random numbers that depend on seed, step and processor alone
//
// Time and memory are linear in what is simulated. Both run on package par, and
// the result depends on the configuration alone, to the byte: not on the number of
// workers, not on timing.
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
//	hot       Hot processors u more, all others u fewer; with Period the hot ones change
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
// on dags of unit nodes that enable at most two others. In a round every processor
// makes one iteration of the loop: it executes its node and has the next, or it
// looks at one victim. All events of an execution are iterations, so there is no
// queue of events: a round is a phase over all processors.
//
//	seek     who has no node picks a victim. It competes for the topmost public
//	         node if there is one as the round begins; else it raises the flag
//	work     who has a node executes it
//	settle   at each deque, in an order decided by lot, the one thief that won takes
//	         the node, unless the owner was first and none is left; and the owner
//	         answers the flag, pushes what it enabled, or pops
//
// A stolen node is executed in the next round. The split deque is the printed one
// without its slips (docs/divergence.md, "Typed task stack"): a public node that
// the owner pops is gone, the flag is lowered before the exposure, a processor is
// never its own victim, and alone it has none. Expose, Keep and Victim are the
// scheduler's. The classic scheduler is that of Arora, Blumofe and Plaxton [ABP98]:
// the same loop on a deque that is all public.
//
// What is counted is what the printed algorithms do: a compare-and-swap in an
// attempt that saw a node, and in the owner's pop of the last public node; a fence
// where the owner exposes, lowers its flag, or lowers the shared bottom; and the
// owner's stores to words that thieves read. A thief's loads are in order without
// a fence on most machines; on others one comes for each of Attempts.
//
// Stall lets processors miss rounds, as an operating system would have them.
//
// Not modelled: iterations of different length, more than one steal from a deque in
// a round, a search that goes round all victims, caches, sleep, the end of arrays.
package sim
