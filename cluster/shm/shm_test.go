//go:build linux && (amd64 || arm64)

package shm

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestAlone(t *testing.T) {
	m := join(t, newPath(t), Config{})
	checkSquares(t, m, 20_000)
	got, err := m.Do(t.Context(), "square", number(9))
	if err != nil || binary.LittleEndian.Uint64(got) != 81 {
		t.Errorf("Do: %v, %v; want 81", got, err)
	}
	checkFree(t, m)
}

func TestProcesses(t *testing.T) {
	path := newPath(t)
	m := join(t, path, Config{})
	for range 2 {
		start(t, path, order{})
	}
	checkSquares(t, m, 50_000)
	pids := map[uint64]int{}
	for r, err := range m.Map(t.Context(), "pid", numbers(5000)) {
		if err != nil {
			t.Fatal(err)
		}
		pids[binary.LittleEndian.Uint64(r)]++
	}
	if len(pids) != 3 {
		t.Errorf("tasks ran in %v; want three processes", pids)
	}
	checkFree(t, m)
}

// Goroutines of one process share the place. What one of them wrote before Do the handler
// may read, and the other way round; the race detector looks on.
func TestGoroutines(t *testing.T) {
	var cell [64]int
	handlers := map[string]Handler{"add": func(_ context.Context, out, in []byte) ([]byte, error) {
		cell[in[0]]++
		return out, nil
	}}
	path := newPath(t)
	m, err := Join(path, handlers, Config{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := m.Work(ctx); err != nil {
			t.Error(err)
		}
	})
	var callers sync.WaitGroup
	for i := range 8 {
		callers.Go(func() {
			for range 300 {
				cell[i]++
				if _, err := m.Do(ctx, "add", []byte{byte(i)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	callers.Wait()
	cancel()
	wg.Wait()
	for i := range 8 {
		if cell[i] != 600 {
			t.Errorf("cell %d is %d; want 600", i, cell[i])
		}
	}
	checkFree(t, m)
}

func TestFailures(t *testing.T) {
	path := newPath(t)
	m := join(t, path, Config{})
	start(t, path, order{})
	var e *TaskError
	if _, err := m.Do(t.Context(), "fail", []byte("way")); !errors.As(err, &e) || e.Message != `no "way"` || e.Panic {
		t.Errorf("fail: %v", err)
	}
	if _, err := m.Do(t.Context(), "panic", nil); !errors.As(err, &e) || e.Message != "at the disco" || !e.Panic {
		t.Errorf("panic: %v", err)
	}
	for range 20 { // by the other process, and without a slot
		if _, err := m.Do(t.Context(), "broken", nil); !errors.As(err, &e) || !e.Panic || !strings.Contains(e.Message, "nil pointer") {
			t.Errorf("an error that panics: %v", err)
		}
	}
	if _, err := m.Do(t.Context(), "nobody", nil); err == nil {
		t.Error("an unknown handler was taken")
	}
	if _, err := m.Do(t.Context(), "echo", make([]byte, 1<<20+1)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a payload too large: %v", err)
	}
	if _, err := m.Do(t.Context(), "extend", number(1<<20)); !errors.Is(err, ErrTooLarge) || !errors.As(err, &e) {
		t.Errorf("a result too large: %v", err)
	}
	bad := 0
	payloads := [][]byte{nil, []byte("a"), make([]byte, 1<<20+1), []byte("b")}
	for _, err := range m.Map(t.Context(), "fail", slices.Values(payloads)) {
		if err != nil {
			bad++
		}
	}
	if bad != 4 {
		t.Errorf("%d failures in a map; want all 4", bad)
	}
	checkFree(t, m)
}

// A handler that ends its goroutine ends neither the task nor the member's workers.
func TestGoexit(t *testing.T) {
	m, err := Join(newPath(t), map[string]Handler{
		"exit": func(context.Context, []byte, []byte) ([]byte, error) { runtime.Goexit(); return nil, nil },
	}, Config{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { m.Work(ctx) })
	for range 20 {
		wg.Go(func() {
			if _, err := m.Do(ctx, "exit", nil); err == nil {
				t.Error("no error")
			}
		})
	}
	eventually(t, "all tasks over", func() bool {
		m.reap()
		m.mu.Lock()
		defer m.mu.Unlock()
		return len(m.spare) == m.p.slots
	})
	cancel()
	wg.Wait()
}

func TestLarge(t *testing.T) {
	path := newPath(t)
	m := join(t, path, Config{Blob: 1 << 20})
	for range 2 {
		start(t, path, order{})
	}
	// Far more bytes than all areas have, so members run out of room and wait for some.
	sizes := []int{0, 1, 16, 17, 24, 25, 39, 40, 41, 64, 65, 1000, 5000, 100_000, 1<<18 - 8}
	payloads := func(yield func([]byte) bool) {
		for i := range 300 {
			p := bytes.Repeat([]byte{byte(i)}, sizes[i%len(sizes)])
			if !yield(p) {
				return
			}
		}
	}
	i := 0
	for r, err := range m.Map(t.Context(), "echo", payloads) {
		if want := bytes.Repeat([]byte{byte(i)}, sizes[i%len(sizes)]); err != nil || !bytes.Equal(r, want) {
			t.Fatalf("result %d: %d bytes, %v; want %d", i, len(r), err, len(want))
		}
		i++
	}
	for _, n := range []int{1, 20, 50, 1 << 17, 1<<18 - 8} {
		r, err := m.Do(t.Context(), "extend", number(n))
		if err != nil || len(r) != n+8 {
			t.Errorf("extend %d: %d bytes, %v", n, len(r), err)
		}
	}
	checkFree(t, m)
}

// Where all slots are in use the caller runs the task itself; so nothing waits for
// itself.
func TestNested(t *testing.T) {
	var m *Member
	handlers := map[string]Handler{
		"leaf": func(_ context.Context, out, in []byte) ([]byte, error) { return append(out, in...), nil },
		"tree": nil,
	}
	handlers["tree"] = func(ctx context.Context, out, in []byte) ([]byte, error) {
		if in[0] == 0 {
			return append(out, 1), nil
		}
		sum := byte(0)
		for r, err := range m.Map(ctx, "tree", slices.Values([][]byte{{in[0] - 1}, {in[0] - 1}})) {
			if err != nil {
				return nil, err
			}
			sum += r[0]
		}
		r, err := m.Do(ctx, "leaf", []byte{sum})
		return append(out, r...), err
	}
	m, err := Join(newPath(t), handlers, Config{Slots: 64, Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { m.Work(ctx) })
	for r, err := range m.Map(t.Context(), "tree", slices.Values(slices.Repeat([][]byte{{6}}, 100))) {
		if err != nil || r[0] != 64 {
			t.Fatalf("got %v, %v; want 64", r, err)
		}
		// The loop's body maps, too, while the outer map has all its slots.
		for r, err := range m.Map(t.Context(), "leaf", numbers(200)) {
			if err != nil || len(r) != 8 {
				t.Fatal(r, err)
			}
		}
	}
	cancel()
	wg.Wait()
	checkFree(t, m)
}

func TestGiveUp(t *testing.T) {
	path := newPath(t)
	m := join(t, path, Config{Workers: 2})
	// Break out of the loop, have it end by ctx, and panic in it.
	for range m.Map(t.Context(), "square", numbers(10_000)) {
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	var last error
	n := 0
	for _, err := range m.Map(ctx, "square", numbers(100_000)) {
		if n++; n == 5000 {
			cancel()
		}
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("a cancelled map ends with %v", last)
	}
	func() {
		defer func() { recover() }()
		for range m.Map(t.Context(), "square", numbers(10_000)) {
			panic("body")
		}
	}()
	checkFree(t, m)

	// A task that runs elsewhere, and a caller that gives up.
	ctx, cancel = context.WithCancel(t.Context())
	var begun atomic.Bool
	release := make(chan struct{})
	b, err := Join(newPath(t), map[string]Handler{"hang": func(context.Context, []byte, []byte) ([]byte, error) {
		begun.Store(true)
		<-release
		return nil, nil
	}}, Config{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var wg sync.WaitGroup
	wg.Go(func() { b.Work(t.Context()) })
	eventually(t, "a worker asleep", func() bool { return b.p.asleep(0).Load() == 1 && b.p.idle().Load() != 0 })
	w := word(0)
	i, _, _ := b.acquire(0)
	b.fillSlot(i, 0, nil, 0)
	b.offer(b.p.submit(i))
	eventually(t, "the task begun", begun.Load)
	go cancel()
	if _, err := b.await(ctx, i, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("Do, cancelled: %v", err)
	}
	close(release)
	checkFree(t, b)
	_ = w
	b.Close()
	wg.Wait()
}

func TestClose(t *testing.T) {
	m := join(t, newPath(t), Config{Workers: 2})
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := m.Work(t.Context()); !errors.Is(err, ErrClosed) {
			t.Errorf("Work: %v", err)
		}
	})
	for range 4 {
		wg.Go(func() {
			if _, err := m.Do(t.Context(), "block", nil); err == nil {
				t.Error("Do: no error")
			}
		})
	}
	eventually(t, "tasks running", func() bool {
		n := 0
		for i := range m.p.slots {
			if word(m.p.word(i).Load()).state() == claimed {
				n++
			}
		}
		return n >= 2
	})
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if _, err := m.Do(t.Context(), "square", number(1)); !errors.Is(err, ErrClosed) {
		t.Errorf("Do after Close: %v", err)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

// Members of one process are told apart, and idle ones wake each other.
func TestSameProcess(t *testing.T) {
	path := newPath(t)
	a, b := join(t, path, Config{}), join(t, path, Config{Workers: 1})
	if a.p.me == b.p.me {
		t.Fatal("two members at one place")
	}
	var wg sync.WaitGroup
	wg.Go(func() { b.Work(t.Context()) })
	checkSquares(t, a, 20_000)
	checkSquares(t, b, 20_000)
	for i := range 100 {
		if _, err := a.Do(t.Context(), "echo", fmt.Append(nil, i)); err != nil {
			t.Fatal(err)
		}
	}
	b.Close()
	wg.Wait()
	checkSquares(t, a, 100)
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}
