// Package server finds the NATS server of a cluster, or is it: the three deployments
// behind one call, Open. Only package cluster may import it.
//
//	where.go      what users write, parsed
//	server.go     Open, and the Server that it returns
//	alone.go      Alone: this process hosts, no other process reaches the server
//	shared.go     Shared: the processes of a machine share a directory, one of them hosts
//	external.go   External: the server runs elsewhere; first questions, and what is refused
//	explain.go    what the user may have done wrong, from what nats.go says
//	local.go      taking over, and curing a server whose store has failed
//	embedded.go   a server in this process; logger.go takes its messages
//	lock.go       the lock of a directory; lock_*.go for each system
//	address.go    the file that says how to reach the host
//	dir.go        the directory: whose it is, and whether it has room; room_*.go how much
//	identity.go   how a candidate tells the host from a process that got its port
//	connect.go    how nats.go connects to a local server; dialer.go bounds its first try
//	batch.go      PublishBatch: messages stored together
//	step.go       where tests end or meddle with a takeover
//
// # A directory and its host
//
// The directory of a cluster is used by any number of processes. One of them at a time
// is the host: a server runs in it, on the store in the directory. The others are
// candidates. The directory holds
//
//	lock        the process that has locked this file is the host, or is becoming it
//	address     port, password and certificate of the host's server; mode 0600
//	jetstream/  the store
//
// The lock is the only truth. The text in the file lock serves error messages, and the
// file address is a hint: it may be missing, or of a host that is gone. Whoever uses it
// learns from the server whether it still holds, because each host makes a new key and a
// new password: the file has the password, and the certificate of the key.
//
// # At most one server runs on a store
//
// Two servers on one store do not notice each other, and destroy it. So a server must
// run only while its process has the lock.
//
//   - The lock belongs to an open file, and the system gives it to one open file at a time
//     (flock; LockFileEx on Windows). Hence also two Opens of one process exclude each other.
//   - The server is made after the lock was taken (tryHost), and the lock is freed after
//     the server has closed its files (embedded.stop, which waits for that). No path frees it
//     earlier: embed is given the lock, and gives it back only behind the server.
//   - If the process dies, the system closes its files. It does so when the last
//     thread is gone, after whatever that thread was writing. So no write of a
//     dead server follows its lock.
//   - A process that is stopped (SIGSTOP), swapped out or merely slow keeps the lock, and
//     so no other process hosts beside it, however long it takes. The cluster stands still then;
//     there is no timeout that could be wrong.
//   - A child of the process has no copy of the open file: Go closes files on exec.
//     Between fork and exec there is one; free unlocks before it closes, for it.
//
// The argument needs that the file lock is not removed while the cluster runs, and that
// locks hold between the processes: on a network file system between machines they may
// not. The directory is refused if another user could exchange the file.
//
// # Taking over
//
// A candidate notices that the host is gone by its connection. nats.go then tries to
// reconnect for ever, and calls local.find for each attempt. find
//
//	F1  dials the server in this process, if it hosts; or else
//	F2  wakes the heir, a goroutine,
//	F3  reads address, and dials what it says.
//
// The heir, each time it is woken,
//
//	H1  tries the lock, without waiting; if another process has it, there is nothing to do,
//	H2  looks whether the directory takes a file,
//	H3  starts the server on the store, on a port that the system chooses,
//	H4  lets find know, writes address beside its place, and renames it into place,
//	H5  makes nats.go try at once.
//
// Open does the same: it tries H1 to H5, then F1 or F3, until it is connected.
//
// A host that leaves drains its connection, stops the server (L1), removes
// address (L2) and frees the lock (L3).
//
// Nobody is forgotten. Suppose a candidate has no connection. nats.go keeps trying, so F2
// comes again and again, and H1 with it. Either the lock is free at some H1, and this
// process becomes the host; or another process has it at each. That one is past
// H1, and either goes on to H4, so that the next F3 finds it, or ends, and the lock is free.
//
// # What a crash leaves
//
// Each line is a test that kills the process there (crash_test.go).
//
//	after H1  the lock is free again; nothing else has happened
//	after H3  the store was read and perhaps mended; the next host does that again
//	in H4     a file address.new; the next host removes it. address is still that of the
//	          host before: no process answers there, or one without the host's key
//	after H4  no process listens at the address; the next H4 replaces it
//	before L1 as any crash of a host: what was confirmed is on disk (SyncAlways)
//	after L1  as after H4
//	after L2  there is no address; as at the very first start
//
// A port that was freed may go to another program before the candidates have read the new
// address, also to one of another user who waits for that, to get the tasks.
// So the host speaks TLS with the key that is its own (identity.go), and the candidates send
// nothing, not even the password, to a process that has another one.
//
// # What the connection sees
//
// What was confirmed is never lost: an embedded server on a directory syncs before it
// confirms. What is published without a server waits in nats.go and is sent later. A
// request that was under way when the host went is never answered, and what it asked for
// may have been done: ask again, in a way that does no harm twice.
//
// A full disk: the server refuses nothing, it falls silent. A stream that could not write
// once answers no publisher any more. The heir of the host learns of it from
// the server's log, waits until there is room, stops the server and tries the lock like
// any other candidate; the store is read from disk again. What was confirmed is there.
// It does the same when the store has reached the limit that was set at its start, which the
// server does refuse to pass, and the directory has got more room since.
package server
