package queues

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skua-go/skua/cluster"
)

const (
	gauge   = prometheus.GaugeValue
	counter = prometheus.CounterValue
)

// A metric is one number of a T.
type metric[T any] struct {
	name, help string
	kind       prometheus.ValueType
	value      func(of *T) float64
}

// A state is what one scrape has found.
type state struct {
	up    bool
	nodes []cluster.NodeInfo
	cluster.Pending
	now time.Time
}

func (s *state) count(is func(state string) bool) (n float64) {
	for _, i := range s.nodes {
		if is(i.State) {
			n++
		}
	}
	return n
}

// up is told also if the server does not answer.
var up = metric[state]{"skua_cluster_up", "Whether the cluster's server has answered; if not, this metric is the only one.", gauge,
	func(s *state) float64 {
		if s.up {
			return 1
		}
		return 0
	}}

var whole = []metric[state]{
	{"skua_cluster_tasks", "Tasks that have not ended, also those of handlers that no node has ever had, which are in no queue.", gauge,
		func(s *state) float64 { return float64(s.Tasks) }},
	{"skua_cluster_dead_letters", "Tasks whose last attempt failed, and which nobody has retried or forgotten.", gauge,
		func(s *state) float64 { return float64(s.Dead) }},
	{"skua_cluster_nodes_working", "Nodes that take tasks.", gauge,
		func(s *state) float64 { return s.count(func(state string) bool { return state == "working" }) }},
	{"skua_cluster_nodes_draining", "Nodes that leave.", gauge,
		func(s *state) float64 { return s.count(func(state string) bool { return state == "draining" }) }},
	{"skua_cluster_nodes_resting", "Guests that rest while the owners of their machines compute.", gauge,
		func(s *state) float64 {
			return s.count(func(state string) bool { return state != "working" && state != "draining" })
		}},
}

// A queue is a queue at some time.
type queue struct {
	cluster.QueueInfo
	now time.Time
}

var ofQueue = []metric[queue]{
	{"skua_queue_waiting_tasks", "Tasks that no node has had.", gauge,
		func(q *queue) float64 { return float64(q.Waiting) }},
	{"skua_queue_leased_tasks", "Tasks that a node has, or that wait for another attempt, or for the end of a lease.", gauge,
		func(q *queue) float64 { return float64(q.Leased) }},
	{"skua_queue_again_tasks", "Leased tasks that were delivered before: failed, given back, or of a node that died.", gauge,
		func(q *queue) float64 { return float64(q.Again) }},
	{"skua_queue_oldest_seconds", "Age of the oldest task that has not ended, 0 without one.", gauge,
		func(q *queue) float64 {
			if q.Oldest.IsZero() {
				return 0
			}
			return max(0, q.now.Sub(q.Oldest).Seconds())
		}},
}

var ofNode = []metric[cluster.NodeInfo]{
	{"skua_node_slots", "Tasks that the node runs at most at a time.", gauge,
		func(n *cluster.NodeInfo) float64 { return float64(n.Slots) }},
	{"skua_node_running_tasks", "Tasks that the node runs.", gauge,
		func(n *cluster.NodeInfo) float64 { return float64(n.Running) }},
	{"skua_node_held_tasks", "Tasks that the node has taken and not begun.", gauge,
		func(n *cluster.NodeInfo) float64 { return float64(n.Queued) }},
	{"skua_node_executions_total", "Executions of tasks that the node has begun.", counter,
		func(n *cluster.NodeInfo) float64 { return float64(n.Executed) }},
	{"skua_node_failures_total", "Executions that failed. Each leads to a retry, or to a dead letter.", counter,
		func(n *cluster.NodeInfo) float64 { return float64(n.Failed) }},
	{"skua_node_fenced_total", "Tasks that the node dropped because their leases had ended.", counter,
		func(n *cluster.NodeInfo) float64 { return float64(n.Fenced) }},
	{"skua_node_asked_total", "Requests for tasks that the node sent to other nodes.", counter,
		func(n *cluster.NodeInfo) float64 { return float64(n.Asked) }},
	{"skua_node_stolen_total", "Tasks that the node got by these requests.", counter,
		func(n *cluster.NodeInfo) float64 { return float64(n.Stolen) }},
	{"skua_node_given_total", "Tasks that the node handed over, or gave back.", counter,
		func(n *cluster.NodeInfo) float64 { return float64(n.Given) }},
	{"skua_node_duplicates_total", "Results that another node had recorded first.", counter,
		func(n *cluster.NodeInfo) float64 { return float64(n.Duplicate) }},
}
