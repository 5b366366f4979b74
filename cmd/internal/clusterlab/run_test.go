package clusterlab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/cluster"
	claim "github.com/skua-go/skua/lab/claims/cluster"
	"github.com/skua-go/skua/lab/sim"
)

// asNode in the environment makes the test binary a node, or a program that is none.
const asNode = "SKUA_TEST_NODE"

func TestMain(m *testing.M) {
	switch os.Getenv(asNode) {
	case "node":
		if err := Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "mortal": // joins nothing, and ends
		fmt.Println("ready")
		io.ReadFull(os.Stdin, make([]byte, 1))
		fmt.Fprintln(os.Stderr, "planted death")
		os.Exit(1)
	case "mute":
		fmt.Fprintln(os.Stderr, "planted silence")
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestRunner runs tasks on two processes, with and without a delay, and wants each to
// run once for at least as long as it should, one at a time on a node.
func TestRunner(t *testing.T) {
	t.Setenv(asNode, "node")
	for _, w := range []claim.Work{
		{Nodes: 2, Policy: sim.Policy{}},
		{Nodes: 2, Policy: sim.Policy{Depth: 64, Steal: "half"}},
		{Nodes: 2, Policy: sim.Policy{Depth: sim.Adaptive, Steal: "one"}, Added: 2 * time.Millisecond},
	} {
		w.Tasks = slices.Repeat([]time.Duration{time.Millisecond, 3 * time.Millisecond}, 20)
		runs, err := Runner(os.Args[0])(t.Context(), w)
		if err != nil || len(runs) != len(w.Tasks) {
			t.Fatalf("%+v: %d runs, %v", w, len(runs), err)
		}
		last := map[int]time.Duration{}
		for i, run := range runs {
			if run.To-run.From < w.Tasks[i] || run.Node < 0 || run.Node >= w.Nodes {
				t.Errorf("%+v: task %d of %v ran as %+v", w.Policy, i, w.Tasks[i], run)
			}
		}
		slices.SortFunc(runs, func(a, b sim.ClusterRun) int { return int(a.From - b.From) })
		if runs[0].From != 0 {
			t.Errorf("%+v: the first task begins at %v, want 0", w.Policy, runs[0].From)
		}
		for _, run := range runs {
			if run.From < last[run.Node] {
				t.Errorf("%+v: node %d begins a task at %v, and is busy until %v", w.Policy, run.Node, run.From, last[run.Node])
			}
			last[run.Node] = run.To
		}
	}
}

// TestRunner_fails wants errors, soon, from nodes that die, say nothing or are not
// there, and from a context that ends.
func TestRunner_fails(t *testing.T) {
	w := claim.Work{Nodes: 2, Tasks: []time.Duration{time.Millisecond}}
	for how, want := range map[string]string{"mortal": "planted death", "mute": "planted silence"} {
		t.Setenv(asNode, how)
		if _, err := Runner(os.Args[0])(t.Context(), w); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %q in it", how, err, want)
		}
	}
	if _, err := Runner("/no/such/program")(t.Context(), w); err == nil {
		t.Error("no program: no error")
	}
	t.Setenv(asNode, "node")
	w.Tasks[0] = time.Hour
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(100*time.Millisecond, func() { cancel(errors.New("enough")) })
	if _, err := Runner(os.Args[0])(ctx, w); err == nil {
		t.Error("an ended context: no error")
	}
}

// TestDelayed wants bytes to arrive whole and in order, both ways, and none before its
// time.
func TestDelayed(t *testing.T) {
	const delay = 20 * time.Millisecond
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() { // an echo
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() { io.Copy(c, c); c.Close() }()
		}
	}()
	d, err := delayed(l.Addr().String(), delay)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		c, err := net.Dial("tcp", d.addr())
		if err != nil {
			t.Fatal(err)
		}
		sent := bytes.Repeat([]byte("0123456789"), 30000)
		begin := time.Now()
		go c.Write(sent)
		got := make([]byte, len(sent))
		if _, err := io.ReadFull(c, got[:1]); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begin); took < 2*delay {
			t.Errorf("the first byte was back after %v, want at least %v", took, 2*delay)
		}
		if _, err := io.ReadFull(c, got[1:]); err != nil || !bytes.Equal(got, sent) {
			t.Errorf("what came back is not what was sent, %v", err)
		}
	}
	if err := d.close(); err != nil { // with connections that are open
		t.Error(err)
	}
}

// TestServe_orphan wants a node to end soon whose laboratory dies, server and all.
func TestServe_orphan(t *testing.T) {
	t.Setenv(asNode, "node")
	s, err := startServer()
	if err != nil {
		t.Fatal(err)
	}
	p, err := start(t.Context(), []string{os.Args[0]}, nodeSpec{URL: s.url, Name: nodeName(0)})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.join(); err != nil {
		t.Fatal(err)
	}
	awaitNode(t, s)
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	p.in.Close()
	<-p.ended
	if err := p.failure(); err == nil || !strings.Contains(err.Error(), "the laboratory is gone") {
		t.Errorf("it ended with %v", err)
	}
}

// awaitNode waits until a node has joined.
func awaitNode(t *testing.T, s *natsServer) {
	t.Helper()
	client, err := cluster.Open(t.Context(), s.url, cluster.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if nodes, err := client.Nodes(t.Context()); err != nil || time.Now().After(deadline) {
			t.Fatalf("%d nodes, %v", len(nodes), err)
		} else if len(nodes) > 0 {
			return
		}
	}
}
