//go:build linux

package process

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
)

// alive tells whether a process lives. A zombie does not.
func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	return stat[bytes.LastIndexByte(stat, ')')+2] != 'Z'
}

// pipe is a named pipe, through which the processes of a test say that they are ready.
func pipe(t *testing.T) (name string, r *os.File) {
	t.Helper()
	name = t.TempDir() + "/pipe"
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return name, r
}

// Three processes of one group: the leader, a child and a grandchild. Each says its number when
// it is ready for a signal.
const (
	deaf    = `trap "" TERM; (sh -c 'echo $$; exec sleep 1000' & echo $(exec sh -c 'echo $PPID'); wait) & echo $$; while :; do sleep 1; done`
	obeying = `(sh -c 'echo $$; exec sleep 1000' & echo $(exec sh -c 'echo $PPID'); wait) & echo $$; wait`
)

// TestRun_killed: when the context ends, nothing of the group lives, whether its processes
// listen to SIGTERM or not.
func TestRun_killed(t *testing.T) {
	for name, text := range map[string]string{"deaf": deaf, "obeying": obeying} {
		for _, cause := range []error{batch.ErrTimeout, context.Canceled} {
			t.Run(fmt.Sprintf("%s/%v", name, cause), func(t *testing.T) {
				t.Parallel()
				name, r := pipe(t)
				ctx, cancel := context.WithCancelCause(t.Context())
				outcome := make(chan batch.Outcome)
				var s batch.Streams
				defer s.Close()
				go func() { outcome <- Run(ctx, script("exec >"+name+"; "+text), "", &s) }()
				pids := lines(t, r, 3)
				for _, pid := range pids {
					if !alive(pid) {
						t.Errorf("process %s of %v does not live", pid, pids)
					}
				}
				cancel(cause)
				o := <-outcome
				for _, pid := range pids {
					if alive(pid) {
						t.Errorf("process %s of %v lives", pid, pids)
					}
				}
				timedOut := cause == batch.ErrTimeout
				want := batch.Interrupted
				if timedOut {
					want = batch.Ended
				}
				if o.State != want || o.TimedOut != timedOut || o.OK() && !timedOut {
					t.Errorf("outcome %+v", o)
				}
			})
		}
	}
}

// TestRun_grace: a process that listens to SIGTERM has time to clean up, also one whose leader
// has ended, and also one that is stopped.
func TestRun_grace(t *testing.T) {
	const cleaning = `trap "echo bye; exit 0" TERM; echo $$ >PIPE; while :; do sleep 0.01; done`
	const stopping = `trap "echo bye; exit 0" TERM; echo $$ >PIPE; kill -STOP $$; while :; do sleep 0.01; done`
	for name, text := range map[string]string{
		"leader":     cleaning,
		"descendant": "(" + cleaning + ") & wait",
		"stopped":    stopping,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			name, r := pipe(t)
			ctx, cancel := context.WithCancel(t.Context())
			outcome := make(chan batch.Outcome)
			var s batch.Streams
			defer s.Close()
			c := script(strings.ReplaceAll(text, "PIPE", name))
			c.Grace = time.Minute // a busy machine may take more than Grace to run a shell's trap
			go func() { outcome <- Run(ctx, c, "", &s) }()
			pid := lines(t, r, 1)[0]
			if text == stopping {
				waitUntilStopped(t, pid)
			}
			cancel()
			o := <-outcome
			data := make([]byte, s.Out.Size())
			s.Out.ReadAt(data, 0)
			if string(data) != "bye\n" || o.State != batch.Interrupted {
				t.Errorf("output %q, outcome %+v; want the last words", data, o)
			}
		})
	}
}

// waitUntilStopped waits until a child of this process has been stopped.
func waitUntilStopped(t *testing.T, pid string) {
	t.Helper()
	number, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatal(err)
	}
	for {
		err := unix.Waitid(unix.P_PID, number, nil, unix.WSTOPPED|unix.WNOWAIT, nil)
		if err == nil {
			return
		}
		if err != unix.EINTR {
			t.Fatal(os.NewSyscallError("waitid", err))
		}
	}
}

// TestKill_ended: what has ended by itself when the context ends was not interrupted, and gets no
// signal.
func TestKill_ended(t *testing.T) {
	var s batch.Streams
	defer s.Close()
	ch, err := launch(t.Context(), script("exit 5"), "", &s)
	if err != nil {
		t.Fatal(err)
	}
	if err := ch.wait(); err != nil {
		t.Fatal(err)
	}
	if ch.othersAlive() {
		t.Error("a group with nothing but a zombie lives")
	}
	k := killer{child: ch, leaderEnded: make(chan struct{}), done: make(chan struct{})}
	k.kill()
	var o batch.Outcome
	if err := ch.reap(&o); err != nil || k.sent || o.Exit != 5 {
		t.Errorf("sent %t, outcome %+v, error %v; want exit code 5 and no signal", k.sent, o, err)
	}
}

// TestRun_dispatcherKilled: when the process that started a command is killed, the command
// gets SIGTERM from the kernel.
func TestRun_dispatcherKilled(t *testing.T) {
	name, r := pipe(t)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asDispatcher+"=echo $$ >"+name+"; exec sleep 1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := lines(t, r, 1)[0]
	cmd.Process.Kill()
	cmd.Wait()
	for end := time.Now().Add(time.Minute); alive(pid); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("process %s lives", pid)
		}
	}
}

// TestHost runs many commands at a time.
func TestHost(t *testing.T) {
	const slots, rounds = 4, 25
	h := NewHost(slots, t.TempDir())
	failed := make(chan error, slots)
	for slot := range slots {
		go func() {
			for i := range rounds {
				var s batch.Streams
				it := &batch.Item{Payload: &each.Command{Script: fmt.Sprintf("echo %d.%d", slot, i)}}
				o := h.Run(t.Context(), it, slot, &s)
				data := make([]byte, s.Out.Size())
				s.Out.ReadAt(data, 0)
				s.Close()
				if want := fmt.Sprintf("%d.%d\n", slot, i); !o.OK() || string(data) != want {
					failed <- fmt.Errorf("output %q, outcome %+v; want %q", data, o, want)
					return
				}
			}
			failed <- nil
		}()
	}
	for range slots {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
}
