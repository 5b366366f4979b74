package prom

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skua-go/skua"
)

// A metric is one number of Stats.
type metric struct {
	name, help string
	kind       prometheus.ValueType
	value      func(s *skua.Stats) float64
}

const (
	gauge   = prometheus.GaugeValue
	counter = prometheus.CounterValue
)

var metrics = []metric{
	{"skua_workers", "Workers that may run at a time.", gauge,
		func(s *skua.Stats) float64 { return float64(s.Workers) }},
	{"skua_workers_busy", "Workers that run tasks.", gauge,
		func(s *skua.Stats) float64 { return float64(s.Busy) }},
	{"skua_workers_searching", "Workers that look for work.", gauge,
		func(s *skua.Stats) float64 { return float64(s.Searching) }},
	{"skua_workers_free", "How many more workers could run; negative if too many run.", gauge,
		func(s *skua.Stats) float64 { return float64(s.Free) }},
	{"skua_goroutines", "Goroutines of the pool, most of which may sleep.", gauge,
		func(s *skua.Stats) float64 { return float64(s.Residents) }},
	{"skua_calls_inside", "With a limit of guests: calls from outside that run.", gauge,
		func(s *skua.Stats) float64 { return float64(s.Guests) }},
	{"skua_calls_waiting", "With a limit of guests: calls from outside that wait in line.", gauge,
		func(s *skua.Stats) float64 { return float64(s.Waiting) }},
	{"skua_steals_total", "Times that a worker took work from another.", counter,
		func(s *skua.Stats) float64 { return float64(s.Steals) }},
	{"skua_tasks_total", "Spawned tasks that were run; forks and indices of loops are not counted.", counter,
		func(s *skua.Stats) float64 { return float64(s.Tasks) }},
	{"skua_parks_total", "Waits for tasks that other workers ran.", counter,
		func(s *skua.Stats) float64 { return float64(s.Parks) }},
	{"skua_sleeps_total", "Times that a worker found no work and went to sleep, or was about to.", counter,
		func(s *skua.Stats) float64 { return float64(s.Sleeps) }},
	{"skua_wakes_total", "Times that a sleeping worker was woken.", counter,
		func(s *skua.Stats) float64 { return float64(s.Wakes) }},
	{"skua_calls_waited_total", "Calls from outside that got in after they had waited in line.", counter,
		func(s *skua.Stats) float64 { return float64(s.Waited) }},
	{"skua_calls_gave_up_total", "Calls from outside that left the line instead.", counter,
		func(s *skua.Stats) float64 { return float64(s.GaveUp) }},
}

type collector struct {
	pool  *skua.Pool
	descs []*prometheus.Desc // of metrics
}

// NewCollector returns a collector of the pool's Stats, to be registered. Each metric has the
// label pool, with name as its value, so a program may register the collectors of several pools
// of different names. The numbers of one scrape are of one Stats. A registry holds the pool until
// the collector is unregistered. NewCollector panics if the pool is nil or a zero value. Safe for
// concurrent use.
func NewCollector(name string, pool *skua.Pool) prometheus.Collector {
	pool.Workers() // panics here and not in a scrape
	c := &collector{pool: pool}
	for _, m := range metrics {
		c.descs = append(c.descs, prometheus.NewDesc(m.name, m.help, nil, prometheus.Labels{"pool": name}))
	}
	return c
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range c.descs {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	s := c.pool.Stats()
	for k, m := range metrics {
		to <- prometheus.MustNewConstMetric(c.descs[k], m.kind, m.value(&s))
	}
}
