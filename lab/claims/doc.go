// Package claims lists the experiments, in the order in which to present them. The
// experiments of one source are in one folder:
//
//	stealhalf  [HS02] Hendler and Shavit: the steal-half deque and its balancing
//	lcws       [RP22] Rito and Paulino: private work, exposed on request
//	batches    [AI22] Agrawal and Indurkha: deques filled with Fibonacci numbers
//	cluster    [AI22] the same authors on several machines
//	ranges     [WSR11] Huba: a partitioner whose parts steal from each other
//	blitz      [BZ26] Blitz: the page that describes its algorithm
//	blocks     [WTF23] Wang and others: a deque in blocks
//	many       [BL99] Blumofe and Leiserson, [BZ26] and [RP22]: what needs more processors, on virtual ones
//	space      [BL99]: how many frames are alive at a time, and how many bytes are moved
//	abp        [ABP98] Arora, Blumofe and Plaxton: processors that other programs use as well
//	defaults   ours: whether another policy beats the default one
//
// The keys in brackets are those of docs/papers.md. In a folder x.go has the
// experiment: what it claims and how it samples; x_judge.go, if it is large, what
// the samples mean. Other files x_*.go are what it runs. A test checks each
// verdict against samples made up by hand, by claims/internal/trial, and damages these
// and the recorded ones: what the judge reads is in Needs of its experiment.
//
// Only cmd imports this package. An experiment uses whatever it measures: the
// public API of skua, deque and span, and the programs and models of lab/workload
// and lab/sim.
package claims
