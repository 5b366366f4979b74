// Package batch runs many independent items, each on one of some hosts: the engine of
// skua images and skua each.
//
//	item.go      an item of a batch, and how it ended
//	host.go      who runs items: this machine, another one, a cluster
//	source.go    where items come from; a slot asks for the next
//	run.go       the dispatcher: a loop for each slot of each host
//	halt.go      when to stop early (GNU parallel's grammar)
//	joblog.go    the log of ended items (GNU parallel's columns); what to resume
//	budget.go    admission by memory
//	spool.go     what an item prints, whole
//	printer.go   prints spools in order, or as items end
//	progress.go  how far the batch is, and how long it will take
//	summary.go   what is said at the end
//
// A batch is complete without a server. Every item ends once in the log. It may have run
// more than once: after a failure that is retried, or because its host died; the effects
// of items should therefore be renames of whole files.
package batch
