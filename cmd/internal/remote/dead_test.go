//go:build unix

package remote

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/files"
)

// A running item is one that another goroutine waits for.
type running struct {
	t     *testing.T
	out   batch.Streams
	ended chan batch.Outcome
}

func start(ctx context.Context, t *testing.T, h batch.Host, it *batch.Item, slot int) *running {
	r := &running{t: t, ended: make(chan batch.Outcome, 1)}
	t.Cleanup(func() { r.out.Close() })
	go func() { r.ended <- h.Run(ctx, it, slot, &r.out) }()
	return r
}

// numbers waits for a line of numbers that the item prints.
func (r *running) numbers() []int {
	r.t.Helper()
	var fields []string
	eventually(r.t, "a line of output", func() bool {
		s := text(r.t, &r.out.Out)
		fields = strings.Fields(s)
		return strings.HasSuffix(s, "\n")
	})
	var out []int
	for _, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil {
			r.t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

func (r *running) wait() batch.Outcome {
	r.t.Helper()
	select {
	case o := <-r.ended:
		return o
	case <-r.t.Context().Done():
		r.t.Fatal("the item does not end")
		panic("")
	}
}

// sleeper prints its own process and its parent's, which is the agent, and does not end.
func sleeper() *batch.Item {
	return &batch.Item{Seq: 1, Payload: script("echo half >half; echo $$ $PPID; exec sleep 100000")}
}

func TestHost_deadInTheMiddle(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"agent", "sshd"} {
		t.Run(who, func(t *testing.T) {
			l := newLab(t, "a")
			h := l.dial("a", 1, l.setup())
			r := start(t.Context(), t, h, sleeper(), 0)
			pids := r.numbers()
			victim := pids[1]
			if who == "sshd" {
				victim = parentOf(t, pids[1])
			}
			if err := syscall.Kill(victim, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			if o := r.wait(); o.State != batch.HostLost || o.Err == nil || !strings.HasPrefix(o.Err.Error(), "the connection was lost") {
				t.Errorf("%+v", o)
			}
			if h.Lost() == nil {
				t.Error("the host is not lost")
			}
			if got := do(t.Context(), t, h, script(":")); got.State != batch.GivenBack {
				t.Errorf("another item: %+v", got)
			}
			eventually(t, "the command ends", func() bool { return !alive(pids[0]) })
			if who == "sshd" {
				eventually(t, "the agent tidies up and ends", func() bool { return !alive(pids[1]) && len(l.Left("a")) == 0 })
			} else { // what it left is the next one's, when it is old enough
				old := time.Now().Add(-time.Hour)
				for _, dir := range l.Left("a") {
					os.Chtimes(dir, old, old)
				}
				h := l.dial("a", 1, l.setup())
				do(t.Context(), t, h, script(":"))
				h.Close()
				eventually(t, "the next agent tidies up", func() bool { return len(l.Left("a")) == 0 })
			}
			if all, _ := os.ReadDir(l.work); len(all) > 0 {
				t.Errorf("the submitter has %v", all)
			}
		})
	}
}

func parentOf(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "PPid:")
	parent, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return parent
}

// A host that stands still counts as dead; when it goes on it ends.
func TestHost_hung(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	c := l.setup()
	c.Beat, c.Silence = 100*time.Millisecond, 3*time.Second
	h := l.dial("a", 1, c)
	r := start(t.Context(), t, h, sleeper(), 0)
	pids := r.numbers()
	if err := syscall.Kill(pids[1], syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if o := r.wait(); o.State != batch.HostLost || !strings.Contains(fmt.Sprint(o.Err), "it has not answered for 3s") {
		t.Errorf("%+v", o)
	}
	if err := syscall.Kill(pids[1], syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the agent ends", func() bool { return !alive(pids[0]) && !alive(pids[1]) && len(l.Left("a")) == 0 })
}

// The agent ends when the submitter is silent, though the connection stands.
func TestAgent_silentSubmitter(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	c := l.setup()
	c.Beat, c.Silence, c.Patience = time.Hour, 100*time.Hour, 2*time.Second
	h := l.dial("a", 1, c)
	r := start(t.Context(), t, h, sleeper(), 0)
	if o := r.wait(); o.State != batch.HostLost && o.State != batch.Interrupted {
		t.Errorf("%+v", o)
	}
}

// submitter runs an item on host a, for a test that kills it. Its arguments are the configuration
// of ssh and the working directory.
func submitter(args []string) error {
	planner, err := files.NewPlanner(args[1])
	if err != nil {
		return err
	}
	b, err := NewBinary("")
	if err != nil {
		return err
	}
	h, err := Dial(context.Background(), Spec{"a", 1}, Config{SSH: []string{"ssh", "-F", args[0]}, Binary: b, Planner: planner})
	if err != nil {
		return err
	}
	var s batch.Streams
	cmd := &each.Command{Argv: []string{"/bin/sh", "-c", `echo $$ $PPID >"$PIDS.new"; mv "$PIDS.new" "$PIDS"; exec sleep 100000`}, Env: []string{"PIDS=" + args[2]}}
	h.Run(context.Background(), &batch.Item{Payload: cmd}, 0, &s)
	return nil
}

func TestAgent_submitterKilled(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	pids := filepath.Join(l.Dir, "pids")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := exec.Command(self, "submitter", l.Config, l.work, pids)
	p.Stderr = os.Stderr
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the item runs", func() bool { _, err := os.Stat(pids); return err == nil })
	p.Process.Kill()
	p.Wait()
	var command, agent int
	fmt.Sscan(string(l.read("pids")), &command, &agent)
	eventually(t, "the host tidies up", func() bool { return !alive(command) && !alive(agent) && len(l.Left("a")) == 0 })
}

func TestHost_cancelAndTimeout(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	h := l.dial("a", 1, l.setup())
	ctx, cancel := context.WithCancel(t.Context())
	r := start(ctx, t, h, sleeper(), 0)
	pids := r.numbers()
	cancel()
	if o := r.wait(); o.State != batch.Interrupted || alive(pids[0]) {
		t.Errorf("cancelled: %+v, alive %v", o, alive(pids[0]))
	}
	late := sleeper()
	late.Timeout = 200 * time.Millisecond
	if got := doItem(t.Context(), t, h, late, 0); got.State != batch.Ended || !got.TimedOut {
		t.Errorf("timed out: %+v", got)
	}
	ctx, stop := context.WithTimeoutCause(t.Context(), 200*time.Millisecond, batch.ErrTimeout)
	defer stop()
	if got := doItem(ctx, t, h, sleeper(), 0); got.State != batch.Ended || !got.TimedOut {
		t.Errorf("timed out by its context: %+v", got)
	}
	if all, _ := os.ReadDir(l.work); len(all) > 0 {
		t.Errorf("results of killed items: %v", all)
	}
	if got := do(t.Context(), t, h, script("echo alive")); got.out != "alive\n" {
		t.Errorf("afterwards: %+v", got)
	}
}

func TestHost_giveBack(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	h := l.dial("a", 1, l.setup())
	gate := filepath.Join(l.Dir, "gate")
	if err := syscall.Mkfifo(gate, 0o600); err != nil {
		t.Fatal(err)
	}
	first := start(t.Context(), t, h, &batch.Item{Seq: 1, Payload: script("echo $$; cat " + gate)}, 0)
	first.numbers()
	second := start(t.Context(), t, h, &batch.Item{Seq: 2, Payload: script("echo second")}, 1)
	boxes := func(n int) {
		eventually(t, "items arrive", func() bool {
			all, _ := filepath.Glob(filepath.Join(l.Cache("a"), "skua/run/*/item-*"))
			return len(all) == n
		})
	}
	boxes(2)
	third := start(t.Context(), t, h, &batch.Item{Seq: 3, Payload: script("echo third")}, 2)
	boxes(3)
	h.GiveBack(1)
	if o := third.wait(); o.State != batch.GivenBack {
		t.Errorf("the last item: %+v", o)
	}
	if err := os.WriteFile(gate, []byte("go\n"), 0); err != nil {
		t.Fatal(err)
	}
	if o := first.wait(); !o.OK() {
		t.Errorf("first: %+v", o)
	}
	if o := second.wait(); !o.OK() || text(t, &second.out.Out) != "second\n" {
		t.Errorf("second: %+v", o)
	}
	h.GiveBack(7) // there is nothing
	if got := do(t.Context(), t, h, script("echo alive")); got.out != "alive\n" {
		t.Errorf("afterwards: %+v", got)
	}
}
