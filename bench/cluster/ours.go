package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/skua-go/skua/cluster"
)

// A place is how the processes reach the server.
type place struct {
	name, keeps string
	share       float64
	nodes       int  // processes that work, beside the submitter; 0: the submitter works
	tmpfs       bool // the directory is in memory
	where       func(dir string) string
}

var places = []place{
	{name: "embedded, in memory", keeps: "–", share: 1, where: func(string) string { return "" }},
	{name: "embedded, on disk", keeps: "power loss", share: 0.5, where: func(dir string) string { return "alone:" + dir }},
	{name: "loopback, on disk", keeps: "power loss", share: 0.5, nodes: 1, where: func(dir string) string { return dir }},
	{name: "loopback, on tmpfs", keeps: "the death of all", share: 1, nodes: 1, tmpfs: true, where: func(dir string) string { return dir }},
}

// A supply is how many tasks a node takes ahead.
type supply struct {
	name         string
	slots, depth int
}

var supplies = []supply{
	{"prefetch 1", 1, 1},
	{"prefetch 64", 1, 64},
	{"prefetch 256", 4, 64},
	{"default policy", 0, cluster.Adaptive},
}

func (s supply) config() cluster.Config {
	return cluster.Config{Handlers: handlers, Slots: s.slots, Policy: cluster.Policy{Depth: s.depth}}
}

var handlers = map[string]cluster.Handler{
	"empty": func(context.Context, *cluster.Task) ([]byte, error) { return nil, nil },
}

// oursWays are the places with each supply.
func oursWays() (out []way) {
	for _, p := range places {
		for _, s := range supplies {
			out = append(out, way{
				name: "skua " + p.name + ", " + s.name, keeps: p.keeps, share: p.share,
				measure: func(ctx context.Context, tasks, trips int) (sample, error) {
					return p.measure(ctx, s, tasks, trips)
				},
			})
		}
	}
	return out
}

// measure starts the nodes, joins them and submits.
func (p place) measure(ctx context.Context, s supply, tasks, trips int) (_ sample, err error) {
	dir, err := scratch(p.tmpfs)
	if err != nil {
		return sample{}, err
	}
	defer os.RemoveAll(dir)
	where := p.where(filepath.Join(dir, "store"))
	for range p.nodes {
		// The first one is the host: it is there before the submitter.
		h, err := help("node", "-slots", strconv.Itoa(s.slots), "-depth", strconv.Itoa(s.depth), where)
		if err != nil {
			return sample{}, err
		}
		defer h.end(&err)
	}
	m, err := p.join(ctx, where, s)
	if err != nil {
		return sample{}, err
	}
	defer m.Close()
	return sampled(ctx, tasks, trips, func(ctx context.Context, n int) (time.Duration, error) {
		return mapEmpty(ctx, m, cluster.JobSpec{Handler: "empty"}, n)
	})
}

// A submitter is a *cluster.Client or a *cluster.Node.
type submitter interface {
	Map(context.Context, cluster.JobSpec, iter.Seq[[]byte]) iter.Seq2[cluster.Result, error]
	Close() error
}

func (p place) join(ctx context.Context, where string, s supply) (submitter, error) {
	if p.nodes == 0 {
		return cluster.Join(ctx, where, s.config())
	}
	return cluster.Open(ctx, where, cluster.Config{})
}

// mapEmpty maps n empty tasks and checks that the results are theirs, in order.
func mapEmpty(ctx context.Context, m submitter, spec cluster.JobSpec, n int) (took time.Duration, err error) {
	begun, i := time.Now(), 0
	for r, err := range m.Map(ctx, spec, noPayloads(n)) {
		if err != nil {
			return 0, err
		}
		if r.ID != strconv.Itoa(i) || len(r.Data) != 0 {
			return 0, fmt.Errorf("%w: %+v is not that of task %d", errWrong, r, i)
		}
		if i++; i == n {
			took = time.Since(begun)
		}
	}
	if i != n {
		return 0, wrongCount(i, n)
	}
	return took, nil
}

func noPayloads(n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for range n {
			if !yield(nil) {
				return
			}
		}
	}
}

// workAsNode is the process of a node, which hosts the server if it is the first.
func workAsNode(ctx context.Context, args []string, stdout io.Writer) error {
	f := flag.NewFlagSet("node", flag.ContinueOnError)
	slots, depth := f.Int("slots", 0, "tasks at once"), f.Int("depth", 0, "tasks ahead, for each slot")
	near := f.Bool("near", false, "share a mapping")
	if err := f.Parse(args); err != nil {
		return usage{err}
	}
	c := supply{slots: *slots, depth: *depth}.config()
	c.Near = *near
	n, err := cluster.Join(ctx, f.Arg(0), c)
	if err != nil {
		return err
	}
	ready(ctx, stdout)
	return n.Close()
}

// scratch makes a directory of our own, on disk or in memory.
func scratch(tmpfs bool) (string, error) {
	if !tmpfs {
		return os.MkdirTemp("", "skua-bench-")
	}
	dir, err := os.MkdirTemp("/dev/shm", "skua-bench-")
	if err != nil {
		return "", cannot{fmt.Errorf("this machine has no tmpfs at /dev/shm: %w", err)}
	}
	return dir, nil
}
