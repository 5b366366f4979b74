// Package nodes runs the items of a batch on a cluster, and is what a cluster's node needs for
// that.
//
// At the submitter:
//
//	host.go      a cluster as one batch.Host
//	job.go       the calls of one handler
//	contents.go  which contents the cluster has for a job
//
// At a node:
//
//	worker.go    the handlers of a worker
//	inputs.go    where a node gets the content of a file from
//	allow.go     which programs it starts
//
// On both sides:
//
//	message.go   payloads and results
//	picture.go   the handler "image": one input of skua images
//	command.go   the handlers "exec-PROGRAM": one command of skua each
//	noblock_*.go how a file is opened that may be a pipe
//
// # How files travel
//
// A task names its files by path, size, time and hash. The node reads a file in place if it was
// told that it may (Worker.Files) and if what is there agrees with all four. Else it takes the
// content from its own directory of contents, else from the cluster. If the cluster does not have
// it either, the task ends with the answer that contents are needed: the submitter stores them with
// the job, once for each hash, and calls again. From then on it stores contents before it calls,
// until an answer says that a node has read its file in place. So a content is sent only if some
// node needed one, and nobody has to know which nodes see which directories.
//
// A content is dropped when no item needs it any more, and some time has gone by. What a task made
// travels in its result, or as contents of its own if it is large; the submitter drops those when
// it has them.
package nodes
