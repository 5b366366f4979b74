// Command faults runs jobs on a cluster of processes while it kills, stops and cuts
// them off, and counts from outside what became of the tasks:
//
//	go run ./cluster/internal/faults -seed 1 -runs 20 -tasks 3000
//
// Each run has four nodes, a submitter and a server, each a process of its own (this binary
// with another role). A schedule of faults is drawn from the seed and printed; "-seed S -runs 1"
// with the seed of a run repeats it. A fault begins when a given number of tasks has
// begun, so a run depends on the speed of the machine as little as it can.
//
// # The oracle
//
// A handler writes one line to a log before it does anything else, by one write(2) to a file
// opened with O_APPEND: a kill cannot hide that it ran. Its result names that
// execution. The submitter writes down the results as it reads them; when all is over, a second
// reader, which repeats the Submit with the same job ID, reads them again. A run is good
// if each task has exactly one result, both readers got the same one, and the log has the
// execution that it names. How many tasks ran more than once is printed; that
// is allowed. The results in the server's stream are counted too. At the end the nodes leave by
// SIGTERM, and say how many tasks they stole and how many leases ended in their hands.
//
// With -plant a rule of the cluster is left out of a copy of its source, one at a time, and the
// oracle must notice: an acknowledgement before the result, and a result beside another.
//
// # Where it runs
//
//   - server: a NATS server on the loopback interface, which syncs each write
//   - three: three of them, which store each task three times; one at a time is killed or stopped
//   - shared: the nodes share a directory, and one of them hosts the server
//   - network: server and nodes in network namespaces of their own, with TLS
//
// A partition needs the third, a full disk a tmpfs: both need root. Without it such a run
// is left out, and a line says so.
//
// # What is not tried
//
// A step of the clock: it cannot be made for one process, and the machine's clock belongs
// to others. A node counts leases by its monotonic clock. The server keeps the time of day
// of each delivery and compares it (checkPending in nats-server's consumer.go): a step forward
// ends leases early, which a restart of the server does as well; a step back delays the
// tasks of nodes that died before it. The model in cluster/model shows that no result depends
// on any clock (UNTIMED).
//
// Power loss: the page cache survives a kill. A slow disk: it only makes the machine slow,
// which the pauses do.
package main
