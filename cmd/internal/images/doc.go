// Package images plans and runs batches of pictures: the part of skua images that is
// neither pixels (package picture) nor the running of items (package batch).
//
//	input.go     the files that were named, listed or found, and why some cannot be read
//	list.go      lists of paths: @FILE and standard input
//	walk.go      the pictures below a directory
//	template.go  the names of outputs
//	plan.go      which input becomes which outputs, looked at before anything starts
//	conflict.go  two inputs for one output, and outputs that are inputs: refused
//	place.go     one name for each entry of a directory, whatever path leads to it
//	ledger.go    what was made from what and how, so that it need not be made again
//	work.go      one input to its outputs: the payload of an item
//	save.go      outputs appear whole: a temporary file and a rename
//	temp.go      temporary files, and those that a killed run left
//	room.go      the garbage of pictures, collected in time
//	local.go     this machine as a batch.Host
//	source.go    the items of a plan, the largest first
//	memory.go    how much memory there is, and what a budget leaves for pictures
//	regular.go   opens a file only if it is one
//
// # What is never overwritten
//
// An output replaces an entry of a directory, by rename: never the content of a file. So
// an input is lost only if its own entry is replaced. The plan knows the entries of all
// inputs and of all outputs, by the directory's path without symbolic links, and refuses to
// start if one is both. It refuses as well an output whose name leads to an input through a
// symbolic or a hard link, although a rename would only replace the link.
//
// # What is up to date
//
// Time stamps cannot tell that an output was made with another quality, and are wrong
// after a copy that keeps them. So each directory with outputs has a ledger, a hidden file
// with a line for each output: its size and time, and a hash of how it was made, which
// covers the place, size and time of its input. An output is up to date if its line agrees
// with what is there now. It is made again if the ledger is lost, or the output was
// changed by another program.
package images
