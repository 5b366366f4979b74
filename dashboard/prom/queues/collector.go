package queues

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skua-go/skua/cluster"
)

type collector struct {
	client *cluster.Client
	name   string
	descs  map[string]*prometheus.Desc // by the metric's name
}

// NewCollector returns a collector of what the cluster has to do, to be registered. Each metric has the
// label cluster, with name as its value. Those of a queue have the labels handler, priority and host, of
// which handler or host is empty (see cluster.QueueInfo); those of a node have the label node.
//
// All members of a cluster see the same: one collector for a cluster is enough. A scrape asks the
// server, as Client.Nodes and Client.Pending do, and waits for five seconds at most. If the server does
// not answer, skua_cluster_up is 0, and nothing else is there. NewCollector panics if client is nil.
// Safe for concurrent use.
func NewCollector(name string, client *cluster.Client) prometheus.Collector {
	if client == nil {
		panic("queues: NewCollector: the client is nil")
	}
	c := &collector{client: client, name: name, descs: make(map[string]*prometheus.Desc)}
	add(c, []metric[state]{up})
	add(c, whole)
	add(c, ofQueue, "handler", "priority", "host")
	add(c, ofNode, "node")
	return c
}

func add[T any](c *collector, metrics []metric[T], labels ...string) {
	for _, m := range metrics {
		c.descs[m.name] = prometheus.NewDesc(m.name, m.help, labels, prometheus.Labels{"cluster": c.name})
	}
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range c.descs {
		to <- d
	}
}

// patience is less than the ten seconds that Prometheus waits for a scrape.
const patience = 5 * time.Second

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s := state{now: time.Now()}
	var err error
	if s.nodes, err = c.client.Nodes(ctx); err == nil {
		s.Pending, err = c.client.Pending(ctx)
	}
	s.up = err == nil
	tell(c, to, []metric[state]{up}, &s)
	if !s.up {
		return
	}
	tell(c, to, whole, &s)
	for _, q := range s.Queues {
		tell(c, to, ofQueue, &queue{q, s.now}, q.Handler, q.Priority.String(), q.Host)
	}
	for _, n := range s.nodes {
		tell(c, to, ofNode, &n, n.Name)
	}
}

func tell[T any](c *collector, to chan<- prometheus.Metric, metrics []metric[T], of *T, labels ...string) {
	for _, m := range metrics {
		to <- prometheus.MustNewConstMetric(c.descs[m.name], m.kind, m.value(of), labels...)
	}
}
