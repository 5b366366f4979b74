// Package rule holds what simulated thieves decide: whom to rob, and when to balance a queue. Each
// decision is a small function over plain data, chosen by its name; what a thief should remember
// is written into the Memory that it is given. The pool of package classic has the same options.
//
//	victim.go   where a search begins, and Memory
//	balance.go  when a processor balances its queue
//
// lab/sim imports it, and experiments that need one of its decisions by itself.
package rule
