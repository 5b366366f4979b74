package shm

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"testing"
	"time"
)

var testHandlers = map[string]Handler{
	"square": func(_ context.Context, out, in []byte) ([]byte, error) {
		n := binary.LittleEndian.Uint64(in)
		return binary.LittleEndian.AppendUint64(out, n*n), nil
	},
	"pid": func(_ context.Context, out, in []byte) ([]byte, error) {
		for t := time.Now(); time.Since(t) < 20*time.Microsecond; {
		}
		return binary.LittleEndian.AppendUint64(out, uint64(os.Getpid())), nil
	},
	"repeat": func(_ context.Context, out, in []byte) ([]byte, error) {
		n := binary.LittleEndian.Uint64(in)
		for range n {
			out = append(out, in...)
		}
		return out, nil
	},
	"fail":  func(_ context.Context, out, in []byte) ([]byte, error) { return nil, fmt.Errorf("no %q", in) },
	"panic": func(context.Context, []byte, []byte) ([]byte, error) { panic("at the disco") },
}

// TestMain is also the other processes: they work until their input ends.
func TestMain(m *testing.M) {
	if path := os.Getenv("SHM_TEST_HELPER"); path != "" {
		helper(path)
		return
	}
	os.Exit(m.Run())
}

func helper(path string) {
	m, err := Join(path, testHandlers, Config{})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		bufio.NewReader(os.Stdin).ReadString('\n')
		cancel()
	}()
	fmt.Println("ready")
	m.Work(ctx)
	m.Close()
}

// start starts a process that works on path, and answers when it has joined.
func start(t *testing.T, path string, env ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command("/proc/self/exe")
	c.Env = append(append(os.Environ(), "SHM_TEST_HELPER="+path), env...)
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
	t.Cleanup(func() {
		in.Close()
		c.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatal("helper says:", line, err)
	}
	return c
}

func newPath(t testing.TB) string {
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

func numbers(n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var b [8]byte
		for i := range n {
			binary.LittleEndian.PutUint64(b[:], uint64(i))
			if !yield(b[:]) {
				return
			}
		}
	}
}

func TestAlone(t *testing.T) {
	m := join(t, newPath(t), Config{})
	checkSquares(t, m, 20_000)
	got, err := m.Do(t.Context(), "square", []byte{9, 0, 0, 0, 0, 0, 0, 0})
	if err != nil || binary.LittleEndian.Uint64(got) != 81 {
		t.Errorf("Do: %v, %v; want 81", got, err)
	}
}

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

func TestProcesses(t *testing.T) {
	path := newPath(t)
	m := join(t, path, Config{})
	here := uint64(os.Getpid())
	for range 2 {
		start(t, path)
	}
	checkSquares(t, m, 100_000)
	pids := map[uint64]int{}
	for r, err := range m.Map(t.Context(), "pid", numbers(5000)) {
		if err != nil {
			t.Fatal(err)
		}
		pids[binary.LittleEndian.Uint64(r)]++
	}
	if len(pids) != 3 || pids[here] == 5000 {
		t.Errorf("tasks ran in %v; want all three processes", pids)
	}
	t.Log(pids, m.Stats())
}
