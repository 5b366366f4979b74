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
// What a node holds is in one set, whatever its phase: in the queue, running, or waiting for its outcome
// to be stored. All of it is extended together (beat.go), and every task leaves it by one of the ends in
// hold.go. One mutex guards the set, the queue, the counters and what the parts of a node know: a task
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
	places  chan struct{}           // bounds how many tasks end at a time: see process
	subs    []*nats.Subscription
	closed  sync.Once
	failure error      // of Close
	lines   sync.Mutex // of Config.Log

	// The parts. Each has what it alone writes.
	pullers   []*puller // ask the queue, the most urgent tasks first
	overflow  overflow  // asks the queues of hosts
	thief     thief     // asks other nodes, and
	victim    victim    // answers them
	beats     beats     // renews leases
	announcer announcer // writes to the registry
	company   company   // may run at a time
	keeper    keeper    // forgets jobs
	out       *speaker  // sends

	mu      sync.Mutex
	waiting queue
	held    map[*held]struct{}
	running int
	stuck   int       // slots lost to handlers that do not return
	idle    sync.Cond // of mu: work for slots, or no slot shall wait any more
	state   string
	leaving bool // slots take no more tasks
	resting bool // pullers ask for no more tasks
	count   NodeInfo
	task    time.Duration // what handlers typically take
	trip    average       // of round trips to the queue
	gone    gone
	peers   peers

	unwatch context.CancelFunc // of watch; one goroutine's at a time
}

// What NodeInfo.State is, but of a guest that rests.
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
		g.visit(n)
	}
	return n, nil
}

// newNode starts a node on the connection of a client, whose Config is complete.
func newNode(ctx context.Context, client *Client) (*Node, error) {
	c := client.config
	n := &Node{Client: client, pool: c.Pool, handlers: c.Handlers, id: newID(), state: working,
		held: make(map[*held]struct{}), gone: newGone(), peers: make(peers), out: newSpeaker(),
		unwatch: func() {}}
	n.life, n.stop = context.WithCancel(context.Background())
	n.overflow, n.thief, n.victim, n.beats, n.announcer, n.keeper = newOverflow(n), newThief(n), newVictim(n), newBeats(n), newAnnouncer(n), newKeeper(n)
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
	n.idle.L, n.company.n, n.company.change.L = &n.mu, n, &n.mu
	n.places = make(chan struct{}, maxEnding*n.config.Slots)
	go n.out.run(n.life)
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
	for _, p := range priorities {
		if p == Batch && n.config.Policy.Affinity {
			n.pullers = append(n.pullers, newPuller(n, Batch, hostClass(n.host)))
		}
		for _, handler := range names(n.handlers) {
			n.pullers = append(n.pullers, newPuller(n, p, handlerClass(p, handler)))
		}
	}
	for _, step := range []func(context.Context) error{n.watch, n.openQueues, n.listen} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := persist(ctx, n.announcer.enter); err != nil {
		return err
	}
	if n.near != nil {
		n.spawn(func() { _ = n.near.Work(n.life) }) // ends with the node, or with its place in memory
	}
	n.spawn(n.beats.beat)
	n.spawn(n.announcer.run)
	n.spawn(n.thief.run)
	n.spawn(n.keeper.run)
	for range n.config.Slots {
		n.slots.Go(n.slot)
	}
	for _, p := range n.pullers {
		n.pulls.Go(p.loop)
	}
	n.pulls.Go(n.overflow.run)
	n.spawn(n.keepOpen)
	return nil
}

// spawn starts a goroutine that ends with n.life.
func (n *Node) spawn(f func()) { n.all.Go(f) }

// listen begins to answer other nodes.
func (n *Node) listen(context.Context) error {
	n.beats.inbox, n.victim.inbox = n.b.nc.NewInbox(), n.b.nc.NewInbox()
	me := stealSubject + n.config.Name
	for subject, f := range map[string]nats.MsgHandler{
		n.beats.inbox + ".*":  n.beats.confirmed,
		n.victim.inbox + ".*": n.victim.handedOver,
		me:                    n.victim.robbed,
		me + ".loot.*":        n.thief.looted,
		me + ".offer":         n.thief.offered,
		askSubject:            n.asked,
		withdrawSubject:       n.withdrawn,
		hereSubject + n.id:    here,
	} {
		if err := n.subscribe(subject, f); err != nil {
			return explainServer(err)
		}
	}
	return nil
}

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
	i.Stuck = n.stuck
	i.Handlers, i.Seen = names(n.handlers), time.Now()
	return i
}
