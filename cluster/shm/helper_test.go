//go:build linux && (amd64 || arm64)

package shm

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// parent is the process that runs the tests; its handlers do not kill it.
var parent = os.Getenv("SHM_TEST_HELPER") == ""

var testHandlers = map[string]Handler{
	"square": func(_ context.Context, out, in []byte) ([]byte, error) {
		n := binary.LittleEndian.Uint64(in)
		return binary.LittleEndian.AppendUint64(out, n*n), nil
	},
	"pid": func(_ context.Context, out, in []byte) ([]byte, error) {
		spinFor(20 * time.Microsecond)
		return binary.LittleEndian.AppendUint64(out, uint64(os.Getpid())), nil
	},
	// extend answers its input and as many bytes more as it says.
	"extend": func(_ context.Context, out, in []byte) ([]byte, error) {
		n := binary.LittleEndian.Uint64(in)
		out = append(out, in...)
		return append(out, make([]byte, n)...), nil
	},
	"echo":   func(_ context.Context, out, in []byte) ([]byte, error) { return in, nil },
	"fail":   func(_ context.Context, out, in []byte) ([]byte, error) { return nil, fmt.Errorf("no %q", in) },
	"panic":  func(context.Context, []byte, []byte) ([]byte, error) { panic("at the disco") },
	"broken": func(context.Context, []byte, []byte) ([]byte, error) { return nil, (*TaskError)(nil) }, // whose Error panics
	"block":  func(ctx context.Context, out, in []byte) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() },
	"poison": poison,
	"note":   note,
}

// poison kills every process but the tests'.
func poison(ctx context.Context, out, in []byte) ([]byte, error) {
	if !parent {
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		select {}
	}
	return append(out, "survived"...), nil
}

// note appends its input to a file named by the environment, in one write.
func note(_ context.Context, out, in []byte) ([]byte, error) {
	f, err := os.OpenFile(os.Getenv("SHM_TEST_NOTES"), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	_, err = fmt.Fprintf(f, "%d\n", binary.LittleEndian.Uint64(in))
	return append(out, in...), err
}

func spinFor(d time.Duration) {
	for t := time.Now(); time.Since(t) < d; {
	}
}

// TestMain is also the other processes: those do what they are told until their input
// ends.
func TestMain(m *testing.M) {
	if !parent {
		helper(os.Getenv("SHM_TEST_HELPER"))
		return
	}
	os.Exit(m.Run())
}

// order tells a helper what to do after it has joined.
type order struct {
	Place int
	Map   int    // map this many numbers
	With  string // with this handler
}

func helper(path string) {
	var o order
	json.Unmarshal([]byte(os.Getenv("SHM_TEST_ORDER")), &o)
	m, err := Join(path, testHandlers, Config{Place: o.Place})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	fmt.Println("ready")
	if o.Map > 0 {
		for _, err := range m.Map(ctx, o.With, numbers(o.Map)) {
			if err != nil {
				fmt.Println(err)
			}
			fmt.Println("got one")
		}
	}
	m.Work(ctx)
	m.Close()
}

// child is a helper.
type child struct {
	*exec.Cmd
	out *bufio.Reader
	end func()
}

// start starts a helper, and answers when it has joined.
func start(t testing.TB, path string, o order) *child {
	t.Helper()
	k := launch(t, path, o)
	if line := k.line(); line != "ready" {
		t.Fatalf("a helper says %q; want ready", line)
	}
	return k
}

// launch starts a helper.
func launch(t testing.TB, path string, o order) *child {
	t.Helper()
	said, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("/proc/self/exe")
	c.Env = append(os.Environ(), "SHM_TEST_HELPER="+path, "SHM_TEST_ORDER="+string(said))
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	k := &child{c, bufio.NewReader(out), sync.OnceFunc(func() {
		in.Close()
		c.Wait()
	})}
	t.Cleanup(k.end)
	return k
}

// line is the next that the helper says.
func (c *child) line() string {
	s, _ := c.out.ReadString('\n')
	return strings.TrimSpace(s)
}

// kill kills the helper and waits until it is gone.
func (c *child) kill() {
	c.Process.Kill()
	c.end()
}

func newPath(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "skua-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir + "/tasks"
}

func join(t testing.TB, path string, c Config) *Member {
	t.Helper()
	m, err := Join(path, testHandlers, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func number(n int) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(n)) }

// numbers are 0 to n-1, all in the same memory.
func numbers(n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		b := make([]byte, 8)
		for i := range n {
			binary.LittleEndian.PutUint64(b, uint64(i))
			if !yield(b) {
				return
			}
		}
	}
}

// checkSquares maps n numbers and checks the results and their order.
func checkSquares(t *testing.T, m *Member, n int) {
	t.Helper()
	i := 0
	for r, err := range m.Map(t.Context(), "square", numbers(n)) {
		if err != nil {
			t.Fatal(err)
		}
		if got := binary.LittleEndian.Uint64(r); got != uint64(i*i) {
			t.Fatalf("result %d is %d; want %d", i, got, i*i)
		}
		i++
	}
	if i != n {
		t.Fatalf("%d results; want %d", i, n)
	}
}

// checkFree waits for strays, and wants all slots and blocks of m to be free again.
func checkFree(t *testing.T, m *Member) {
	t.Helper()
	eventually(t, "no strays", func() bool { m.reap(); return m.strayed.Load() == 0 })
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.spare) != m.p.slots {
		t.Errorf("%d slots are free; want %d", len(m.spare), m.p.slots)
	}
	m.p.sweepSent(m.blobs)
	for i, s := range m.blobs.state {
		if s&usedBlock != 0 {
			t.Errorf("the block at unit %d is in use still", i)
		}
	}
}

// eventually waits for what other processes bring about.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not within a minute:", what)
		}
	}
}
