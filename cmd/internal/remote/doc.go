// Package remote runs the commands of skua each on other machines, over ssh.
//
//	spec.go      the hosts that --on names, and how to reach them
//	ssh.go       the ssh command, and what it runs on the host
//	binary.go    the program that is copied to the host
//	dial.go      connecting: start, copy, greet
//	stderr.go    what ssh and the host say beside the protocol
//	host.go      a host as a batch.Host
//	call.go      one item at the submitter
//	supply.go    files on their way to the host
//	watch.go     is the other side alive
//	frame.go     the wire: frames, and which side may send when
//	message.go   what the frames say
//	agent.go     the process on the host
//	job.go       one item on the host
//	fetch.go     contents that items on the host wait for
//	space.go     the host's directories
//	system_*.go  what depends on the operating system
//	lock_*.go    likewise: one agent in a directory
//
// # One connection
//
// For each host there is one process of the system's ssh, so that its configuration, keys, agents,
// known hosts and proxies are the user's. It starts a shell, which finds or receives the program,
// by its SHA-256, and replaces itself by "skua each-agent". From then on both sides send frames
// through the connection. The host listens on nothing, and nothing stays there but a cache.
//
// # No deadlock, bounded memory
//
// Each side has one goroutine that reads frames and one that writes them. The reader handles a
// frame at once: it writes to a file or a spool, or it notes something. It never waits for the own
// writer: what it has to answer goes to a queue without bound, which the writer prefers. That queue
// has only small frames, a constant number for each item that is under way. Everything long goes
// through a short queue, in which its goroutine waits. So each reader always goes on, and each
// writer too; what one side sends faster than the other stores it waits in the pipe.
//
// # Which side is dead
//
// The submitter sends a beat in intervals, and the host answers. A side is dead for the other if
// the pipe ends, or nothing came for some intervals in which the reader was waiting. Then the
// submitter ends the ssh process, and every item there is lost: it may have run. The host, when the
// submitter is dead, kills its commands, removes their files, and ends.
//
// A file comes back to a temporary name and is renamed when the outcome of its item arrives. If the
// connection breaks before, nothing was renamed; after, the item has ended. So an item whose
// host dies has all of its files, or none and runs again.
package remote
