//go:build unix

package remote

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/files"
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

// A lab has some sshds on this machine, each a host with a cache of its own, and a
// configuration for ssh that gives them names: a, b, c, …
type lab struct {
	t      *testing.T
	dir    string
	work   string // the submitter's working directory
	config string // for ssh
	hosts  map[string]*sshd
	logs   logs
}

// An sshd is one host.
type sshd struct {
	process *exec.Cmd
	port    int
	cache   string
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

func newLab(t *testing.T, names ...string) *lab {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{t: t, dir: dir, work: filepath.Join(dir, "work"), config: filepath.Join(dir, "ssh_config"), hosts: map[string]*sshd{}}
	if err := os.Mkdir(l.work, 0o755); err != nil {
		t.Fatal(err)
	}
	l.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(dir, "host_key"))
	l.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(dir, "user_key"))
	l.write("authorized_keys", string(l.read("user_key.pub")))
	l.write("known_hosts", "* "+string(l.read("host_key.pub")))
	for _, name := range names {
		l.start(name)
	}
	l.configure()
	return l
}

func (l *lab) run(name string, args ...string) {
	l.t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		l.t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

func (l *lab) write(name, content string) {
	l.t.Helper()
	name = filepath.Join(l.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		l.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		l.t.Fatal(err)
	}
}

func (l *lab) read(name string) []byte {
	l.t.Helper()
	b, err := os.ReadFile(filepath.Join(l.dir, name))
	if err != nil {
		l.t.Fatal(err)
	}
	return b
}

// start starts an sshd on a free port and waits until it listens.
func (l *lab) start(name string) {
	l.t.Helper()
	program, err := exec.LookPath("sshd")
	if err != nil {
		program = "/usr/sbin/sshd" // needs an absolute path anyway
	}
	if _, err := os.Stat(program); err != nil {
		l.t.Fatalf("the tests of remote hosts need an sshd (apt install openssh-server): %v", err)
	}
	if os.Getuid() == 0 {
		if err := os.MkdirAll("/run/sshd", 0o755); err != nil { // sshd of root wants it, and Debian makes it at boot
			l.t.Fatal(err)
		}
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		l.t.Fatal(err)
	}
	s := &sshd{port: free.Addr().(*net.TCPAddr).Port, cache: filepath.Join(l.dir, "cache-"+name)}
	free.Close()
	l.write("sshd_config_"+name, fmt.Sprintf(`
ListenAddress 127.0.0.1:%d
HostKey %[2]s/host_key
AuthorizedKeysFile %[2]s/authorized_keys
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
SetEnv XDG_CACHE_HOME=%[3]s
`, s.port, l.dir, s.cache))
	s.process = exec.Command(program, "-D", "-e", "-f", filepath.Join(l.dir, "sshd_config_"+name))
	said, err := s.process.StderrPipe()
	if err != nil {
		l.t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		l.t.Fatal(err)
	}
	l.hosts[name] = s
	l.t.Cleanup(func() {
		s.process.Process.Kill()
		s.process.Wait()
	})
	lines := bufio.NewScanner(said)
	var all bytes.Buffer
	for lines.Scan() {
		fmt.Fprintln(&all, lines.Text())
		if strings.Contains(lines.Text(), "Server listening") {
			go func() {
				for lines.Scan() {
				}
			}()
			return
		}
	}
	l.t.Fatalf("sshd does not listen:\n%s", all.String())
}

// configure writes the configuration for ssh.
func (l *lab) configure() {
	me, err := user.Current()
	if err != nil {
		l.t.Fatal(err)
	}
	var b strings.Builder
	for name, s := range l.hosts {
		fmt.Fprintf(&b, "Host %s\n\tHostName 127.0.0.1\n\tPort %d\n", name, s.port)
	}
	fmt.Fprintf(&b, `Host *
	User %s
	IdentityFile %[2]s/user_key
	IdentitiesOnly yes
	UserKnownHostsFile %[2]s/known_hosts
	GlobalKnownHostsFile none
	StrictHostKeyChecking yes
	LogLevel ERROR
`, me.Username, l.dir)
	l.write("ssh_config", b.String())
}

// setup is the configuration of the submitter.
func (l *lab) setup() Config {
	l.t.Helper()
	planner, err := files.NewPlanner(l.work)
	if err != nil {
		l.t.Fatal(err)
	}
	return Config{
		SSH: []string{"ssh", "-F", l.config}, Binary: ownBinary(l.t), Planner: planner, Log: l.logs.add,
		Beat: 100 * time.Millisecond, Silence: 10 * time.Second,
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

// left lists what agents left on a host, but for its cache.
func (l *lab) left(host string) []string {
	names, _ := filepath.Glob(filepath.Join(l.hosts[host].cache, "skua", "run", "*"))
	return names
}
