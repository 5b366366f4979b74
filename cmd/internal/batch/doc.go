// Package batch runs many independent items, each on one of some hosts: the engine of
// skua images and skua each.
//
//	item.go      an item of a batch, and how it ended
//	host.go      where items run: this machine, another one, a cluster
//	source.go    where items come from; a slot asks for the next
//	config.go    what a batch is to do
//	run.go       the dispatcher, and why it neither ends early nor waits for ever
//	slot.go      a loop for each slot of each host: takes an item, executes it
//	execute.go   one execution, and what comes of it: log, another attempt, halt
//	hosts.go     hosts that are lost, that have other slots, that are stolen from
//	helpers.go   what is looked at every 20 ms
//	pace.go      delays and deadlines; timeout.go reads them
//	halt.go      when to stop early (GNU parallel's grammar)
//	joblog.go    the log of ended items (GNU parallel's columns); what to resume
//	budget.go    admission by memory; memory_*.go says how much there is
//	spool.go     what an item prints, whole
//	store.go     what ended items have printed until it is their turn
//	printer.go   shows spools as items end, and logs what was shown
//	ordered.go   in the order of the inputs
//	copy.go      while items run; by lines; with tags
//	progress.go  how far the batch is, and how long it will take
//	summary.go   what is said at the end
//
// A batch is complete without a server. Every item ends once in the log. It may have run
// more than once: after a failure that is retried, or because its host died; the effects
// of items should therefore be renames of whole files.
package batch
