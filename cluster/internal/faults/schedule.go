//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/skua-go/skua/cluster"
)

// nodes is how many nodes a run has.
const nodes = 4

// A kind of fault.
type kind string

const (
	killNode    kind = "kill -9 of a node"
	killServer  kind = "kill -9 of the server"
	killBoth    kind = "kill -9 of a node and the server"
	killAll     kind = "kill -9 of all nodes and the server"
	stopNode    kind = "stop of a node past its leases"
	stopServer  kind = "stop of the server"
	partition   kind = "partition of a node"
	leave       kind = "a node leaves"
	submitTwice kind = "kill -9 of the submitter, which submits again"
	fullDisk    kind = "full disk"
	replace     kind = "the store is replaced by an empty one"
)

var kinds = []kind{killNode, killServer, killBoth, killAll, stopNode, stopServer, partition, leave, submitTwice, fullDisk, replace}

// A fault happens when at tasks have begun, and its end comes after hold.
type fault struct {
	kind kind
	at   int
	node int
	hold time.Duration // how long the process is gone, stopped or cut off
}

func (f fault) String() string {
	return fmt.Sprintf("at %5d: %s (node %d, for %v)", f.at, f.kind, f.node, f.hold.Round(time.Millisecond))
}

// A schedule is what a run does.
type schedule struct {
	seed   uint64
	where  string // server, three, shared or network
	policy string // of the nodes: shallow, deep or give-back
	faults []fault
}

// policies by name. With deep prefetch and tasks of uneven cost, leases are handed over all the
// time.
var policies = map[string]cluster.Policy{
	"shallow":   {},
	"deep":      {Depth: 32},
	"give-back": {Depth: 32, GiveBack: true},
}

func (s schedule) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d, %s, %s prefetch", s.seed, s.where, s.policy)
	for _, f := range s.faults {
		fmt.Fprintf(&b, "\n    %v", f)
	}
	return b.String()
}

func (s schedule) has(k kind) bool {
	return slices.ContainsFunc(s.faults, func(f fault) bool { return f.kind == k })
}

// places are where a cluster may run.
var places = []string{"server", "three", "shared", "network"}

// draw makes the schedule of a seed: one to four faults within the first nine tenths of the
// tasks. The same seed, number of tasks and place, "" for any, give the same schedule.
func draw(seed uint64, tasks int, lease time.Duration, where string) schedule {
	r := rand.New(rand.NewPCG(seed, 0))
	s := schedule{seed: seed, where: places[r.IntN(len(places))]}
	if where != "" {
		s.where = where
	}
	s.policy = []string{"shallow", "deep", "give-back"}[r.IntN(3)]
	for range 1 + r.IntN(4) {
		f := fault{kind: s.kinds()[r.IntN(len(s.kinds()))], at: r.IntN(tasks * 9 / 10), node: r.IntN(nodes)}
		switch f.kind {
		case stopNode, partition, stopServer:
			f.hold = lease + time.Duration(r.Int64N(int64(lease*3/2)))
		case fullDisk:
			f.hold = time.Second + time.Duration(r.Int64N(int64(time.Second)))
		default:
			f.hold = time.Duration(r.Int64N(int64(lease)))
		}
		s.faults = append(s.faults, f)
	}
	slices.SortFunc(s.faults, func(a, b fault) int { return a.at - b.at })
	return s
}

// kinds are the faults that there are where s runs.
func (s schedule) kinds() []kind {
	return slices.DeleteFunc(slices.Clone(kinds), func(k kind) bool {
		return k == partition && s.where != "network" || k == replace && s.where != "server" ||
			(k == fullDisk || k == killAll) && s.where == "three"
	})
}

// kills is a schedule that kills the server and a node at a time, eight times.
func kills(tasks int) schedule {
	s := schedule{where: "server", policy: "shallow"}
	for i := range 8 {
		s.faults = append(s.faults, fault{kind: killBoth, at: (i + 1) * tasks / 10, node: i % nodes})
	}
	return s
}
