package cluster

import (
	"context"
	"errors"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/skua-go/skua"
)

// A Node is a Client that also works: it takes tasks, runs their handlers and
// records the results. Safe for concurrent use. Make one with Join, and Close it.
//
// What a node holds is in one set, whatever its state: waiting in the queue,
// running, or waiting for its result to be stored. All of it is extended together
// (beat.go), and every task leaves the set by exactly one of release, give-back,
// hand-over and fence. One mutex guards the set, the queue and the counters: a task
// takes milliseconds, the lock some hundred nanoseconds.
type Node struct {
	*Client
	pool     *skua.Pool
	handlers map[string]Handler
	host     string
	id       string // of this node alone

	life    context.Context         // ends when all goroutines of the node must
	stop    context.CancelFunc      // of life
	work    context.Context         // parent of the handlers' contexts
	abort   context.CancelCauseFunc // of work
	all     sync.WaitGroup          // all other goroutines
	pulls   sync.WaitGroup          // pullers
	slots   sync.WaitGroup          // slots, and tasks that end
	silence context.Context         // ends when the node must stop announcing itself
	quit    context.CancelFunc      // of silence
	silent  chan struct{}           // closed when it has stopped announcing
	places  chan struct{}           // bounds how many tasks end at a time: see finish
	subs    []*nats.Subscription
	pullers []*puller // the most urgent tasks first
	closed  sync.Once
	failure error      // of Close
	lines   sync.Mutex // of Config.Log

	mu      sync.Mutex
	waiting queue
	held    map[*held]struct{}
	running int
	idle    sync.Cond // of mu: work for slots, or no slot shall wait any more
	state   string
	leaving bool // slots take no more tasks
	resting bool // pullers ask for no more tasks
	count   NodeInfo
	task    time.Duration  // what handlers typically take
	trip    average        // of round trips to the queue
	gone    map[string]end // jobs that were cancelled or forgotten
	peers   map[string]NodeInfo
	beats   beats
	theft   theft
	queues  map[string]bool // of hosts
	spill   chan struct{}   // asks overflow to look at the queues of hosts
	news    chan struct{}   // something to announce at once
	out     []func()        // messages to send: see say
	speak   chan struct{}   // says that out is not empty
	spoken  chan struct{}   // closed after the last message
}

// held is a task that the node holds.
type held struct {
	*lease
	phase   phase
	since   time.Time // when the phase began
	attempt int
	fenced  bool // the deadline passed: the node must not extend it or give it back
	cancel  context.CancelCauseFunc
}

// phase is what a node does with a task that it holds.
type phase string

const (
	isQueued  phase = "queued"  // in the queue
	isRunning phase = "running" // its handler runs, or is about to
	isEnding  phase = "ending"  // its outcome is being stored
)

const (
	working  = "working"
	draining = "draining"
)

// Join makes this process a node of the cluster at where: see Open for the
// places. It blocks until the node can be given tasks, and returns the errors that Open
// returns. The context bounds Join only.
func Join(ctx context.Context, where string, c Config) (*Node, error) {
	client, err := Open(ctx, where, c)
	if err != nil {
		return nil, err
	}
	n, err := newNode(ctx, client)
	if err != nil {
		return nil, errors.Join(err, client.Close())
	}
	if g := client.config.Guest; g != nil {
		n.visit(*g)
	}
	return n, nil
}

// newNode starts a node on the connection of a client, whose Config is complete.
func newNode(ctx context.Context, client *Client) (*Node, error) {
	c := client.config
	n := &Node{Client: client, pool: c.Pool, handlers: c.Handlers, id: newID(), state: working,
		held: make(map[*held]struct{}), gone: make(map[string]end), peers: make(map[string]NodeInfo),
		news: make(chan struct{}, 1), beats: beats{sent: make(map[string]renewal), last: time.Now()}, theft: newTheft(), queues: make(map[string]bool), spill: make(chan struct{}, 1)}
	if n.pool == nil {
		n.pool = skua.Default()
	}
	if c.Slots == 0 {
		n.config.Slots = n.pool.Stats().Workers
	}
	if n.host, _ = os.Hostname(); n.host == "" {
		n.host = runtime.GOOS
	}
	if c.host != "" {
		n.host = c.host
	}
	n.idle.L = &n.mu
	n.places = make(chan struct{}, maxEnding*n.config.Slots)
	n.life, n.stop = context.WithCancel(context.Background())
	n.silence, n.quit = context.WithCancel(n.life)
	n.silent = make(chan struct{})
	n.speak, n.spoken = make(chan struct{}, 1), make(chan struct{})
	go n.speaker()
	n.work, n.abort = context.WithCancelCause(context.Background())
	if err := n.start(ctx); err != nil {
		n.halt()
		return nil, err
	}
	return n, nil
}

// start begins to listen first, then to take tasks.
func (n *Node) start(ctx context.Context) error {
	if rtt, err := n.b.nc.RTT(); err == nil {
		n.trip.add(rtt)
	}
	for _, step := range []func(context.Context) error{n.followJobs, n.followNodes, n.followHosts, n.openOwn, n.openQueues, n.listen} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := persist(ctx, n.enter); err != nil {
		return err
	}
	if n.near != nil {
		n.spawn(func() { _ = n.near.Work(n.life) }) // ends with the node, or with its place in memory
	}
	n.spawn(n.beat)
	n.spawn(n.announcer)
	n.spawn(n.thief)
	for range n.config.Slots {
		n.slots.Go(n.slot)
	}
	for _, p := range n.pullers {
		n.pulls.Go(p.loop)
	}
	n.pulls.Go(n.overflow)
	n.spawn(n.reconnected)
	return nil
}

// openQueues makes the queues that the node takes from, and their pullers: of urgent tasks, of its
// own host, of other tasks. Each handler has queues of its own, so a node never gets a task for
// which it has no handler. If several have tasks, the node may hold some more than its policy says,
// since it asks each queue for all that it has room for.
func (n *Node) openQueues(ctx context.Context) error {
	for _, p := range priorities {
		if p == Batch && n.config.Policy.Affinity {
			n.pullers = append(n.pullers, newPuller(n, Batch, hostClass(n.host)))
		}
		for _, handler := range names(n.handlers) {
			class := handlerClass(p, handler)
			if err := persist(ctx, func(ctx context.Context) error { return n.b.openQueue(ctx, class) }); err != nil {
				return err
			}
			n.pullers = append(n.pullers, newPuller(n, p, class))
		}
	}
	return nil
}

// spawn starts a goroutine that ends with n.life.
func (n *Node) spawn(f func()) { n.all.Go(f) }

// subscribe listens on a subject until the node is closed.
func (n *Node) subscribe(subject string, f nats.MsgHandler) error {
	s, err := n.b.nc.Subscribe(subject, f)
	if err != nil {
		return err
	}
	n.subs = append(n.subs, s)
	return s.SetPendingLimits(-1, -1)
}

// Info returns what the node says of itself in the registry. Never blocks.
func (n *Node) Info() NodeInfo {
	n.mu.Lock()
	defer n.mu.Unlock()
	i := n.count
	i.Name, i.Host, i.PID, i.Slots = n.config.Name, n.host, os.Getpid(), n.config.Slots
	i.Running, i.Queued, i.State, i.Policy = n.running, n.waiting.len(), n.state, n.config.Policy
	i.Handlers, i.Seen = names(n.handlers), time.Now()
	return i
}
