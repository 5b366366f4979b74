//go:build unix

package remote

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/files"
	"github.com/skua-go/skua/cmd/internal/sshlab"
)

// TestMain lets the test program be what skua is on a host, and some other programs.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if run := programs[os.Args[1]]; run != nil {
			if err := run(os.Args[2:]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

var programs = map[string]func(args []string) error{
	"each-agent": func([]string) error { return Agent(context.Background(), os.Stdin, os.Stdout) },
	"hostile":    hostile,
	"submitter":  submitter,
}

// A lab has some hosts, and a submitter's working directory.
type lab struct {
	*sshlab.Lab
	t    *testing.T
	work string
	logs logs
}

// logs are the lines that hosts said.
type logs struct {
	mu    sync.Mutex
	lines []string
}

func (l *logs) add(host, line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, host+": "+line)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "\n")
}

// needSSH skips a test of hosts where there is no sshd, or it cannot start.
func needSSH(t *testing.T) {
	t.Helper()
	if err := sshlab.Ready(); err != nil {
		t.Skip(err)
	}
}

func newLab(t *testing.T, names ...string) *lab {
	t.Helper()
	needSSH(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	hosts, err := sshlab.New(dir, nil, names...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hosts.Close)
	l := &lab{Lab: hosts, t: t, work: filepath.Join(dir, "work")}
	if err := os.Mkdir(l.work, 0o755); err != nil {
		t.Fatal(err)
	}
	return l
}

func (l *lab) write(name, content string) {
	l.t.Helper()
	name = filepath.Join(l.Dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		l.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		l.t.Fatal(err)
	}
}

func (l *lab) read(name string) []byte {
	l.t.Helper()
	b, err := os.ReadFile(filepath.Join(l.Dir, name))
	if err != nil {
		l.t.Fatal(err)
	}
	return b
}

// setup is the configuration of the submitter.
func (l *lab) setup() Config {
	l.t.Helper()
	planner, err := files.NewPlanner(l.work)
	if err != nil {
		l.t.Fatal(err)
	}
	return Config{
		SSH: []string{"ssh", "-F", l.Config}, Binary: ownBinary(l.t), Planner: planner, Log: l.logs.add,
		Beat: 100 * time.Millisecond, Silence: time.Minute,
	}
}

var testBinary = sync.OnceValues(func() (*Binary, error) { return NewBinary("") })

func ownBinary(t *testing.T) *Binary {
	t.Helper()
	b, err := testBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// dial connects to one host with some slots.
func (l *lab) dial(name string, slots int, c Config) *Host {
	l.t.Helper()
	h, err := Dial(l.t.Context(), Spec{name, slots}, c)
	if err != nil {
		l.t.Fatalf("%v\n%s", err, l.logs.String())
	}
	l.t.Cleanup(func() { h.Close() })
	return h
}

// An item with what it printed.
type ran struct {
	batch.Outcome
	out, err string
}

// do runs a command on a host and waits for it.
func do(ctx context.Context, t *testing.T, h batch.Host, cmd *each.Command) ran {
	t.Helper()
	return doItem(ctx, t, h, &batch.Item{Seq: 1, Inputs: 1, Payload: cmd, Attempt: 1}, 0)
}

func doItem(ctx context.Context, t *testing.T, h batch.Host, it *batch.Item, slot int) ran {
	t.Helper()
	var s batch.Streams
	defer s.Close()
	o := h.Run(ctx, it, slot, &s)
	return ran{o, text(t, &s.Out), text(t, &s.Err)}
}

func text(t *testing.T, s *batch.Spool) string {
	t.Helper()
	b := make([]byte, s.Size())
	if n, _ := s.ReadAt(b, 0); n < len(b) {
		t.Errorf("a spool of %d bytes gave %d", len(b), n)
	}
	return string(b)
}

// script is a command that a shell reads.
func script(text string, inputs ...string) *each.Command {
	return &each.Command{Argv: append([]string{"/bin/sh", "-c", text, "sh"}, inputs...), Files: inputs}
}

// eventually waits for something that other processes do.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for !holds() {
		select {
		case <-t.Context().Done():
			t.Fatalf("never: %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// alive tells whether a process exists and is no zombie.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	rest := stat[bytes.LastIndexByte(stat, ')')+1:]
	return len(rest) < 2 || rest[1] != 'Z'
}
