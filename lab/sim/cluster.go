package sim

import (
	"context"
	"time"
)

// ClusterConfig is one run of a cluster: nodes that take tasks from a queue in a
// server, a message away. Times are those of the simulated world.
type ClusterConfig struct {
	Nodes int
	Slots int // tasks that a node runs at once: 1 by default
	Seed  uint64

	Tasks []time.Duration // how long each runs, in the order of the queue
	Homes []int           // Policy.Affinity: whose queue each is in; nil: in equal parts, in order

	Policy Policy

	OneWay time.Duration // that a message takes between a node and the server, in either direction
	Beat   time.Duration // how often each node tells the other nodes how many tasks it holds; 0: never

	// AgainTrips is how many round trips a slot waits before it runs a task that was given
	// back: the cluster looks whether it has been done, and counts its starts.
	AgainTrips int

	// AwaitResult keeps a slot until the server has answered its result, so that a
	// round trip follows each task. Otherwise results travel while the next task runs.
	AwaitResult bool
}

// ClusterResult is what a run came to.
type ClusterResult struct {
	Makespan time.Duration // until the server has the last result
	Ideal    time.Duration // no schedule is shorter: the work in equal parts, or the longest task

	Pulls     int // requests for tasks at the shared queue, or at a node's own
	Attempts  int // to steal
	Steals    int // of those: got something
	Stolen    int // tasks that moved by stealing, each as often as it did
	GivenBack int // of those: through the shared queue

	Runs []ClusterRun // of each task
}

// ClusterRun says where a task ran, and from when to when.
type ClusterRun struct {
	Node     int
	From, To time.Duration
}

// Loss is by how much the run took longer than the ideal, as a share of that.
func (r ClusterResult) Loss() float64 { return float64(r.Makespan)/float64(r.Ideal) - 1 }

// Cluster simulates a cluster that works off its tasks. The result depends on c
// alone. It ends early with the cause of ctx's end.
//
// Work O(e log e) for e messages and tasks; sequential.
func Cluster(ctx context.Context, c ClusterConfig) (ClusterResult, error) {
	s, err := newCluster(c)
	if err != nil {
		return ClusterResult{}, err
	}
	s.begin()
	for events := 0; s.left > 0; events++ {
		if events%4096 == 0 && ctx.Err() != nil {
			return ClusterResult{}, context.Cause(ctx)
		}
		s.clock.step()
	}
	s.result.Makespan = s.clock.now
	return s.result, nil
}

// A cluster is the state of a run. Everything happens in an event of its clock.
type cluster struct {
	c      ClusterConfig
	clock  clock
	random stream
	hosts  []host
	queues []queue // the shared one, or one for each host
	hops   []int   // of each task
	given  []bool  // back, each task
	left   int     // tasks whose result the server does not have
	result ClusterResult
}

// begin has all hosts ask for their first tasks, in an order decided by lot.
func (s *cluster) begin() {
	order := make([]int, len(s.hosts))
	for i := range order {
		j := s.below(i + 1)
		order[i], order[j] = order[j], i
	}
	for _, i := range order {
		s.clock.after(0, s.hosts[i].act)
	}
	if s.c.Beat > 0 {
		s.clock.after(s.c.Beat, s.beat)
	}
}

// send has f happen when a message has gone ways times between a node and the server.
func (s *cluster) send(ways int, f func()) {
	s.clock.after(time.Duration(ways)*s.c.OneWay, f)
}

// beat tells all hosts what each holds, or what its queue does.
func (s *cluster) beat() {
	news := make([]int, len(s.hosts))
	for i := range s.hosts {
		news[i] = len(s.hosts[i].held)
		if s.c.Policy.Affinity {
			news[i] = len(s.queues[i].ready)
		}
	}
	s.send(2, func() {
		for i, n := range news {
			s.hosts[i].known = n
		}
	})
	s.clock.after(s.c.Beat, s.beat)
}

// below returns a random number of [0, n).
func (s *cluster) below(n int) int { return int(s.random.next() >> 1 % uint64(n)) }
