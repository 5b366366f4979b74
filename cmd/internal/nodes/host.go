package nodes

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/files"
	"github.com/skua-go/skua/cmd/internal/images"
)

// The names of handlers, or what they begin with.
const (
	Pictures = "image"
	Commands = "exec-"
)

// A Host is all nodes of a cluster together. Items are tasks that are leased and stolen like any
// other: a node that joins late takes part at once, and what a dead node had is run again by
// another when its lease ends. Each item has exactly one outcome, from one node.
//
// Slots are those of all nodes. Half as many items again wait in the cluster, with their files, so
// that nodes need not wait for this process.
type Host struct {
	client  *cluster.Client
	prefix  string // of the handlers
	planner *files.Planner
	slots   atomic.Int64
	stop    context.CancelFunc // of watch
	stopped chan struct{}

	mu   sync.Mutex
	jobs map[string]*job
	lost error
}

// Open joins a cluster as a client. prefix is Pictures or Commands: nodes without such a handler do
// not count. If nodes have joined and none has one, it returns ErrUnknownHandler; if none has
// joined yet it says that the batch waits. Blocks for some round trips.
func Open(ctx context.Context, place string, c cluster.Config, prefix string, say func(string)) (*Host, error) {
	planner, err := files.NewPlanner("")
	if err != nil {
		return nil, err
	}
	client, err := cluster.Open(ctx, place, c)
	if err != nil {
		return nil, err
	}
	h := &Host{client: client, prefix: prefix, planner: planner, jobs: make(map[string]*job), stopped: make(chan struct{})}
	nodes, err := h.count(ctx)
	if err == nil && nodes > 0 && h.Slots() == 0 {
		err = fmt.Errorf("%w that %s: %d have joined", cluster.ErrUnknownHandler, h.offers(), nodes)
	}
	if err != nil {
		return nil, errors.Join(err, client.Close())
	}
	if h.Slots() == 0 {
		say(fmt.Sprintf("no node has joined the cluster yet that %s: waits for skua worker --join %s", h.offers(), place))
	}
	ctx, h.stop = context.WithCancel(context.WithoutCancel(ctx))
	go h.watch(ctx)
	return h, nil
}

// offers says what its nodes do.
func (h *Host) offers() string {
	if h.prefix == Pictures {
		return "makes pictures"
	}
	return "runs commands (--allow)"
}

// watchEvery is how often the nodes are counted. A node that joins late does not wait for that:
// tasks are waiting for it, or it steals them.
const watchEvery = 500 * time.Millisecond

func (h *Host) watch(ctx context.Context) {
	defer close(h.stopped)
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_, _ = h.count(ctx) // if the server is away the nodes may still be there
		case <-ctx.Done():
			return
		}
	}
}

// count looks how many slots the nodes have, and returns how many nodes there are, with the
// handlers or without.
func (h *Host) count(ctx context.Context) (int, error) {
	nodes, err := h.client.Nodes(ctx)
	if err != nil {
		return 0, err
	}
	slots := 0
	for _, n := range nodes {
		for _, name := range n.Handlers {
			if strings.HasPrefix(name, h.prefix) && n.State != "draining" {
				slots += n.Slots
				break
			}
		}
	}
	h.slots.Store(int64(slots))
	return len(nodes), nil
}

// Name is that of all nodes together. Outcomes have the node's own.
func (h *Host) Name() string { return "cluster" }

// Slots is how many tasks the nodes run at a time.
func (h *Host) Slots() int { return int(h.slots.Load()) }

// Ahead is how many items wait in the cluster.
func (h *Host) Ahead() int {
	if n := h.Slots(); n > 0 {
		return n/2 + 2
	}
	return 0
}

// GiveBack does nothing: which items have not started only the nodes know, and they steal from each
// other.
func (h *Host) GiveBack(int) {}

// Lost returns why the host will never run an item again.
func (h *Host) Lost() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lost
}

// Run executes one item on some node.
func (h *Host) Run(ctx context.Context, it *batch.Item, _ int, out *batch.Streams) batch.Outcome {
	o := batch.Outcome{Start: time.Now()}
	var err error
	switch p := it.Payload.(type) {
	case *images.Work:
		err = h.picture(ctx, it, p, &o)
	case *each.Command:
		err = h.command(ctx, it, p, out, &o)
	default:
		panic(fmt.Sprintf("nodes: an item with a payload of type %T", p))
	}
	if err != nil {
		h.failed(ctx, &o, err)
	}
	if o.Took == 0 {
		o.Took = time.Since(o.Start)
	}
	return o
}

// ended notes in o what an answer says of the execution. When it began is by this process's clock.
func (o *ending) ended(a *answer) {
	o.Exit, o.Signal, o.TimedOut, o.MaxRSS, o.Took, o.Note = a.Exit, a.Signal, a.TimedOut, a.MaxRSS, a.Took, a.Note
	o.Start = time.Now().Add(-a.Took)
	if a.Error != "" {
		o.Err = errors.New(a.Error)
	}
}

type ending batch.Outcome

// failed tells in o why there is no answer.
func (h *Host) failed(ctx context.Context, o *batch.Outcome, err error) {
	failure, failed := errors.AsType[*cluster.TaskError](err)
	_, ours := errors.AsType[*inputError](err)
	switch {
	case ctx.Err() != nil:
		o.State = batch.Interrupted
	case failed:
		o.Exit, o.Host, o.Err = 1, failure.Node, fmt.Errorf("on node %s: %s", failure.Node, failure.Message)
	case errors.Is(err, cluster.ErrUnknownHandler):
		o.Exit, o.Err = 126, err
	case ours, errors.Is(err, cluster.ErrTooLarge):
		o.Exit, o.Err = 1, err
	default:
		o.State, o.Err = batch.HostLost, err
		h.lose(err)
	}
}

// lose notes an error after which there will be no more results: the job is over, or its tasks
// cannot be stored.
func (h *Host) lose(err error) {
	for _, final := range []error{cluster.ErrClosed, cluster.ErrCancelled, cluster.ErrUnknownJob, cluster.ErrFull} {
		if errors.Is(err, final) {
			h.mu.Lock()
			h.lost = err
			h.mu.Unlock()
		}
	}
}

// job returns the calls of a handler, and begins them if it is the first.
func (h *Host) job(ctx context.Context, handler string) (*job, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if j := h.jobs[handler]; j != nil {
		return j, nil
	}
	calls, err := h.client.Calls(ctx, cluster.JobSpec{Handler: handler})
	if err != nil {
		return nil, err
	}
	j := newJob(calls)
	h.jobs[handler] = j
	return j, nil
}

// Close removes all that the batch has stored in the cluster, and leaves it. What still ran is
// cancelled.
func (h *Host) Close() (err error) {
	h.stop()
	<-h.stopped
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, j := range h.jobs {
		err = errors.Join(err, j.calls.Close())
	}
	return errors.Join(err, h.client.Close())
}
