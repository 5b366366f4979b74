package clusterlab

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/skua-go/skua/cluster"
)

const handler = "sleep"

// A nodeSpec tells a node's process what to join, and how.
type nodeSpec struct {
	URL    string
	Name   string
	Policy cluster.Policy
}

// Serve is a node's process: it reads what to join from in, a line of JSON, and says so;
// joins at the next line; and leaves at the next. If in ends before that, the tool has
// died, and the server with it: there is nothing to take leave of.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	text, err := lines.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("a node of the laboratory gets its orders from skua lab run: %w", err)
	}
	var spec nodeSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	fmt.Fprintln(out, "ready")
	if _, err := lines.ReadBytes('\n'); err != nil {
		return err
	}
	node, err := cluster.Join(ctx, spec.URL, cluster.Config{
		Name: spec.Name, Policy: spec.Policy, Slots: 1, Handlers: map[string]cluster.Handler{handler: sleep},
	})
	if err != nil {
		return err
	}
	if _, err := lines.ReadBytes('\n'); err != nil {
		return fmt.Errorf("the laboratory is gone: %w", err)
	}
	return node.Close()
}

// sleep sleeps for as long as the payload says, and returns from when to when.
func sleep(_ context.Context, t *cluster.Task) ([]byte, error) {
	begin := time.Now()
	time.Sleep(time.Duration(binary.BigEndian.Uint64(t.Payload)))
	out := binary.BigEndian.AppendUint64(nil, uint64(begin.UnixNano()))
	return binary.BigEndian.AppendUint64(out, uint64(begin.Add(time.Since(begin)).UnixNano())), nil
}

// A process is a node that runs.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	ended  chan struct{}
	err    error // how it ended; set before ended is closed
	errors strings.Builder
}

// start starts a node's process and waits until it is ready to join.
func start(ctx context.Context, args []string, spec nodeSpec) (p *process, err error) {
	p = &process{cmd: exec.CommandContext(ctx, args[0], args[1:]...), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), "GOMAXPROCS=2")
	p.cmd.Stderr = &p.errors
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(spec)
	if err == nil {
		_, err = p.in.Write(append(text, '\n'))
	}
	if err == nil {
		_, err = bufio.NewReader(out).ReadString('\n')
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("node %s: %w", spec.Name, err), p.end())
	}
	return p, nil
}

// join lets the node join.
func (p *process) join() error {
	_, err := io.WriteString(p.in, "join\n")
	return err
}

// end lets the node leave and waits until its process has ended.
func (p *process) end() error {
	io.WriteString(p.in, "leave\n") // one that has ended does not hear it
	p.in.Close()
	<-p.ended
	return p.failure()
}

// failure says how the process ended, if not well. It must have ended.
func (p *process) failure() error {
	if p.err == nil {
		return nil
	}
	return fmt.Errorf("%w: %s", p.err, strings.TrimSpace(p.errors.String()))
}
