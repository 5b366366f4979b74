package clusterlab

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/skua-go/skua/cluster"
	claim "github.com/skua-go/skua/lab/claims/cluster"
	"github.com/skua-go/skua/lab/sim"
)

// Runner returns what runs the tasks. A node is a process of the command node, which
// must call Serve.
func Runner(node ...string) claim.Runner {
	return func(ctx context.Context, w claim.Work) (runs []sim.ClusterRun, err error) {
		server, err := startServer()
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, server.close()) }()
		return run(ctx, w, server, node)
	}
}

// apart is how long after each other nodes join. Requests that meet in the server get
// tasks in turns, one by one; those of nodes that join at different times, as they do,
// get the next tasks in a row. A row of 64 takes the server less than a millisecond.
const apart = 5 * time.Millisecond

// run puts the tasks on the queue and then lets the nodes join, so that all find a
// full queue, as in the simulation. Nothing delays the process that submits.
func run(ctx context.Context, w claim.Work, s *natsServer, node []string) (runs []sim.ClusterRun, err error) {
	url := s.url
	if w.Added > 0 {
		d, err := delayed(s.Addr().String(), w.Added)
		if err != nil {
			return nil, err
		}
		defer d.close()
		url = s.at(d.addr())
	}
	client, err := cluster.Open(ctx, s.url, cluster.Config{})
	if err != nil {
		return nil, err
	}
	defer client.Close()
	job, err := client.Submit(ctx, cluster.JobSpec{Handler: handler}, payloads(w.Tasks))
	if err != nil {
		return nil, err
	}
	nodes, err := startAll(ctx, node, w, url)
	defer func() {
		for _, p := range nodes {
			err = errors.Join(err, p.end())
		}
	}()
	if err != nil {
		return nil, err
	}
	waits, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	for _, p := range nodes {
		go func() { // results would be waited for
			<-p.ended
			cancel(fmt.Errorf("a node has ended: %w", p.failure()))
		}()
		if err := p.join(); err != nil {
			return nil, err
		}
		time.Sleep(apart)
	}
	return collect(waits, job, len(w.Tasks))
}

func startAll(ctx context.Context, node []string, w claim.Work, url string) (all []*process, err error) {
	for i := range w.Nodes {
		p, err := start(ctx, node, nodeSpec{URL: url, Name: nodeName(i), Policy: policy(w.Policy)})
		if err != nil {
			return all, err
		}
		all = append(all, p)
	}
	return all, nil
}

func nodeName(i int) string { return fmt.Sprintf("node-%d", i) }

// policy is the cluster's word for a policy of the simulation.
func policy(p sim.Policy) cluster.Policy {
	depth := p.Depth
	switch p.Depth {
	case 0:
		depth = cluster.NoPrefetch
	case sim.Adaptive:
		depth = cluster.Adaptive
	}
	amounts := map[string]cluster.Steal{"": cluster.StealNone, "none": cluster.StealNone, "one": cluster.StealOne, "half": cluster.StealHalf}
	return cluster.Policy{Depth: depth, Steal: amounts[p.Steal], GiveBack: p.GiveBack, Affinity: p.Affinity}
}

// payloads are the tasks: how many ns to sleep.
func payloads(tasks []time.Duration) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, d := range tasks {
			if !yield(binary.BigEndian.AppendUint64(nil, uint64(d))) {
				return
			}
		}
	}
}

// collect waits for all results. Times count from the first begin.
func collect(ctx context.Context, job *cluster.Job, tasks int) (runs []sim.ClusterRun, err error) {
	var zero time.Duration
	for r, err := range job.Results(ctx) {
		if err != nil {
			return nil, err
		}
		run := sim.ClusterRun{}
		if _, err := fmt.Sscanf(r.Node, "node-%d", &run.Node); err != nil || len(r.Data) != 16 {
			return nil, fmt.Errorf("task %s: no result of a node of the laboratory: %q of %q", r.ID, r.Data, r.Node)
		}
		run.From = time.Duration(binary.BigEndian.Uint64(r.Data))
		run.To = time.Duration(binary.BigEndian.Uint64(r.Data[8:]))
		if runs = append(runs, run); zero == 0 || run.From < zero {
			zero = run.From
		}
	}
	for i := range runs {
		runs[i].From -= zero
		runs[i].To -= zero
	}
	if len(runs) != tasks {
		return nil, fmt.Errorf("%d results of %d tasks", len(runs), tasks)
	}
	return runs, nil
}

// A natsServer listens on the loopback interface and stores in a directory of its own.
// It does not sync: what is measured is not the disk. Nobody else knows its password.
type natsServer struct {
	*server.Server
	dir, password, url string
}

func startServer() (*natsServer, error) {
	dir, err := os.MkdirTemp("", "skua-lab-*")
	if err != nil {
		return nil, err
	}
	password := rand.Text()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, Username: user, Password: password,
		JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true,
	})
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s.Start()
	n := &natsServer{Server: s, dir: dir, password: password}
	if !s.ReadyForConnections(10 * time.Second) {
		return nil, errors.Join(errors.New("the server did not start in 10 s"), n.close())
	}
	n.url = n.at(s.Addr().String())
	return n, nil
}

const user = "lab"

// at is the URL of the server at another address.
func (n *natsServer) at(addr string) string {
	return fmt.Sprintf("nats://%s:%s@%s", user, n.password, addr)
}

func (n *natsServer) close() error {
	n.Shutdown()
	n.WaitForShutdown()
	return os.RemoveAll(n.dir)
}
