// Package cluster runs tasks on the processes and machines of a cluster, and moves
// them to nodes that are idle. A task is the name of a handler and some bytes; it
// should be worth 10 ms or more. Inside a node it may use all of skua. Tasks
// of microseconds belong on one machine: see package cluster/shm.
//
// # Squares on three processes
//
// This program is a node, and submits if it is told to. Run it three times in one
// directory, once with -go:
//
//	var square = cluster.NewFunc("square", func(ctx context.Context, n int) (int, error) {
//		return n * n, nil
//	})
//
//	func main() {
//		submit := flag.Bool("go", false, "submit the numbers")
//		flag.Parse()
//		ctx := context.Background()
//		node, err := cluster.Join(ctx, "./squares", cluster.Config{}) // the directory is where they meet
//		if err != nil {
//			log.Fatal(err)
//		}
//		defer node.Close()
//		if !*submit {
//			select {} // work for other processes until killed; that loses nothing
//		}
//		for n, err := range square.Map(ctx, node, slices.Values([]int{1, 2, 3})) {
//			fmt.Println(n, err)
//		}
//	}
//
// On several machines only the place differs: "tls://host:4222" and credentials in
// Config instead of a directory. Open lists the places. Without types there
// are Handle, Client.Submit and Job.Results; examples/squares is the whole program.
//
// # Words
//
// A node runs tasks; a client submits jobs. A job is a set of tasks. A lease is a node's right
// to run a task for some time, which it renews. A node holds tasks ahead of those it runs: its
// un-started tail. An idle node steals half of the tail of a richer one, which hands over the
// leases. A task whose last attempt failed is a dead letter: it is kept, its result says that
// it failed, and Client.Retry makes a task of it again.
//
// # Files, and calls
//
// A payload and a result are held in memory, at most Config.MaxPayload of them. Files travel beside
// the tasks that name them: Job.Store stores one with its job, once for each hash, Task.Load gets
// it where the task runs, and Task.Store and Job.Load are the way back. They are checked by hash
// where they arrive, and removed when the job is forgotten, or before by Job.Drop.
//
// Client.Calls is a job whose tasks come one at a time: Do returns when its own task has ended.
// Contents need a job before they can be stored, and a job of Calls has one from the start.
//
// # The life of a task
//
//	submit  submit.go, fill.go     tasks are stored in batches (publish.go), then their number. A
//	                               Submit that is repeated compares its payloads: repeat.go
//	pull    pull.go, depth.go,     a node asks the shared queue for as many as it has room for. Each
//	        yield.go               delivery is a lease: a token, and a deadline counted from the
//	                               request. A request that finds nothing waits in the server
//	hold    beat.go                a heartbeat renews all leases; past its deadline one is fenced
//	steal   steal.go               an idle node asks a richer one, which forgets half of what it has
//	                               not started and sends the tokens
//	run     run.go                 a slot calls the handler in the node's pool, and goes on with the
//	                               next task while the end of this one is stored
//	end     finish.go, record.go   spawned tasks, then the result, which is create-only, then the
//	                               acknowledgement. After a failure the count of attempts goes first;
//	                               then the task goes back, or becomes a dead letter
//	read    results.go             any client puts the results in order, from the results alone
//
// There are pictures: of the states of a job and of a task in state.go, of a lease in hold.go.
//
// # What is promised
//
//   - No task is lost. A task whose Submit returned ends with a result, or with a
//     recorded failure, as long as the server's storage is there and a node lives
//     that has its handler.
//   - Each task has one result. All readers get the same one.
//   - A handler runs at least once. It runs again after an error, and after its
//     node died or was away for longer than the lease; see Task.Key.
//
// # Why it holds
//
// The queue, the results and the leases are in NATS JetStream. Four rules make the
// promises, each of one place in the code:
//
//  1. Result before acknowledgement. A task leaves the queue only after its
//     outcome is stored. Whatever dies in between, the task is delivered again.
//  2. The first outcome wins. It is stored under the task's own subject, on the
//     condition that nothing is there; the server decides, however late
//     the second one comes. A node that gets a task which was delivered before looks for
//     its outcome, and does not run the task if there is one.
//  3. The deadline is the holder's own. A node counts a lease from before it asked
//     for it or for its renewal, on its own monotonic clock; the server counts
//     from later. So a node that may still act believes so only while the server
//     does. Past the deadline the node drops what it has not
//     started, cancels the contexts of what runs (ErrFenced), and neither extends nor returns the lease:
//     the server would not refuse that, and would take the task from its new holder.
//  4. Spawned tasks before the result. Their IDs follow from the parent's, so a second
//     execution stores the same ones, and the job's end is known from
//     the results alone: each says how many tasks it spawned.
//
// A hand-over sends the lease's token from the victim to the thief, and the victim forgets
// the task first. If the message is lost, or the thief dies, no node extends the
// lease, and the task is delivered again after it. The directory model has these
// rules as a Promela model, in which spin finds a counterexample when one is left out.
//
// # What each fault does
//
//	kill -9 of a node      its leases end, after at most Config.Lease other nodes get its tasks;
//	                       what it ran is run again
//	kill -9 of the server  nodes and submitters reconnect; up to about 100 ms of deliveries and
//	                       acknowledgements are forgotten, so some tasks run twice, for one result.
//	                       Processes that share a directory: another one hosts the server
//	kill -9 of all         all is on disk (not for the place ""): start nodes again
//	a server that comes    nodes make what they take from again, and go on; the jobs are gone, and who
//	back with nothing      reads their results gets ErrUnknownJob. The same if an operator removes
//	                       a stream or a queue
//	a stopped node         past its leases it is fenced when it goes on; other nodes have its tasks
//	a partition            the same, for the side without the server
//	a task that fails      is retried with growing delays, then a dead letter
//	a task that hangs      with a JobSpec.Timeout its attempt fails; if its handler ignores the end of
//	                       its context, the node has a slot less until its process is replaced
//	a task that kills      its node runs once more than its Attempts say, and at least three times, then
//	                       it is a dead letter; not the tasks that ran beside: after two deaths
//	                       each runs alone in its node, and only a death there ends it. Failures are
//	                       counted apart
//	a node without         never gets the task. It waits for one that has the handler; Submit
//	the task's handler     refuses a handler that none of the nodes has. After an hour without a
//	                       node the server removes the handler's queue; its tasks stay, and the
//	                       next node makes it again
//	a full disk            Submit returns ErrFull; results wait, and are recorded when there is room
//	                       (an external NATS server must be started again first: it shuts its storage)
//	a slow disk            everything waits for it; leases are renewed without the disk
//	a Submit repeated      with the same JobSpec.ID: the same job; with other payloads: an error
//	a job that has ended   stays until Forget, or for its JobSpec.Keep, as long as nodes live
//	a node that leaves     (Close, Drain, SIGTERM of skua worker) gives back what it has not started
//	a caller that dies     (Client.Calls) its tasks run, and its job stays until a client forgets it, or
//	                       begins Calls when for five minutes nobody has answered for the job
//	a task that the store  (a damaged file, a power loss) Results yields a *TaskError that says so;
//	has lost               a Submit with the same ID stores it again. Client.Calls does that by itself
//	a clock step           of a node: nothing, it counts leases by its monotonic clock. Of the server:
//	                       it compares times of day, so a step forward ends leases early, and some
//	                       tasks run twice; after a step back the tasks of a node that died before
//	                       wait that much longer. Times in lists and messages are off
//	power loss             embedded servers sync each write to disk before they answer. External
//	                       ones do what they are told: NATS's default syncs every two minutes
//
// # Trust
//
// The nodes of a cluster trust each other: tokens of leases can be guessed, and
// a process that has the credentials may do everything. No code is sent, only names of
// handlers and bytes. An embedded server listens on the loopback interface at
// most, with credentials that only the owner of the directory can read. A server
// elsewhere must have TLS and credentials.
package cluster
