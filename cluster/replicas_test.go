package cluster

import (
	"bytes"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// startServers runs servers that form a cluster until the test ends.
func startServers(t *testing.T, n int) (out []*server.Server) {
	t.Helper()
	var routes []*url.URL
	var ports []int
	for range n { // the first server wants to know the others, too
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
		l.Close()
	}
	for i := range n {
		s, err := server.NewServer(&server.Options{
			ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
			Cluster: server.ClusterOpts{Name: "three", Host: "127.0.0.1", Port: ports[i]}, Routes: routes,
		})
		if err != nil {
			t.Fatal(err)
		}
		go s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		out = append(out, s)
	}
	until(t, "the servers have a leader and know each other", func() bool {
		for _, s := range out {
			if !s.ReadyForConnections(time.Minute) {
				return false
			}
			if s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == n {
				return true
			}
		}
		return false
	})
	return out
}

// A cluster of three servers stores all three times unless its founder says otherwise, which is told.
func TestReplicas(t *testing.T) {
	servers := startServers(t, 3)
	nc, err := nats.Connect("", nats.InProcessServer(servers[0]))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	ctx := minute(t)
	for _, c := range []struct{ asked, want int }{{1, 1}, {0, 3}} {
		for _, again := range []bool{false, true} { // the founder, and one that comes later
			var log bytes.Buffer
			config, err := Config{Replicas: c.asked, Log: &log}.complete()
			if err != nil {
				t.Fatal(err)
			}
			if again {
				config.Replicas = 0
			}
			if _, err := openBroker(ctx, nc, config, false); err != nil {
				t.Fatal(err)
			}
			if told := strings.Contains(log.String(), "one server of three alone stores the tasks"); told != (c.want == 1) {
				t.Errorf("Replicas %d, again %v: the log is %q", c.asked, again, log.String())
			}
		}
		names := js.StreamNames(ctx)
		streams := 0
		for name := range names.Name() {
			s, err := js.Stream(ctx, name)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.CachedInfo().Config.Replicas; got != c.want {
				t.Errorf("Replicas %d: the stream %s has %d, want %d", c.asked, name, got, c.want)
			}
			streams++
			if err := js.DeleteStream(ctx, name); err != nil {
				t.Fatal(err)
			}
		}
		if streams < 6 || names.Err() != nil {
			t.Errorf("%d streams, %v, want 6", streams, names.Err())
		}
	}
	var log bytes.Buffer
	if c := testClient(t, startServer(t), Config{Log: &log}); c.b.replicas != 1 || log.Len() > 0 {
		t.Errorf("a server alone: %d replicas, and %q is told; want 1, nothing", c.b.replicas, log.String())
	}
}
