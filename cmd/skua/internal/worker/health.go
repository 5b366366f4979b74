package worker

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
)

// serveHealth answers at address, under /ready, whether the node takes tasks: 200 if it does, else 503
// with the reason. That is for a kubelet or a load balancer: who asks needs no credentials, and learns
// the node's name and state. The caller closes the server.
func serveHealth(address string, node *cluster.Node, log *messages) (*http.Server, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, exit.Errorf(exit.NotStarted, "worker: --health: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), healthPatience)
		defer cancel()
		if err := ready(ctx, node); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: healthPatience}
	go server.Serve(listener)
	log.say("its health is at http://%s/ready", listener.Addr())
	return server, nil
}

// healthPatience bounds one answer. Arbitrary: shorter than the period of a probe.
const healthPatience = 2 * time.Second

// ready returns why the node takes no tasks, or nil if it does. It asks the server, not the node: the
// list forgets a node that cannot write to it for ten seconds, as one that is cut off, or whose
// server has lost its store.
func ready(ctx context.Context, node *cluster.Node) error {
	nodes, err := node.Nodes(ctx)
	if err != nil {
		return err
	}
	name := node.Info().Name
	for _, n := range nodes {
		switch {
		case n.Name != name:
		case n.State == "working":
			return nil
		default:
			return fmt.Errorf("node %s does not work: its state is %s", name, n.State)
		}
	}
	return fmt.Errorf("the cluster does not list the node %s", name)
}
