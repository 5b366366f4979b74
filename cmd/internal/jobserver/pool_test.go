//go:build unix

package jobserver

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// inPipe takes the bytes out of a pool's pipe.
func inPipe(t *testing.T, p *Pool) string {
	t.Helper()
	b := make([]byte, 1<<16)
	n, err := syscall.Read(p.in, b)
	if err != nil && err != syscall.EAGAIN {
		t.Fatal(err)
	}
	return string(b[:max(n, 0)])
}

func closed(t *testing.T, p *Pool) {
	t.Helper()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func serve(t *testing.T, n int, fifo bool) *Pool {
	t.Helper()
	t.Setenv("MAKEFLAGS", "k")
	p, err := Serve(n, fifo)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func acquire(t *testing.T, p *Pool) {
	t.Helper()
	if err := p.Acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestPool wants a token for each of n jobs, that one more waits, for a byte or for the implicit token, and
// that a wait can end.
func TestPool(t *testing.T) {
	for _, fifo := range []bool{false, true} {
		p := serve(t, 3, fifo)
		for range 3 {
			acquire(t, p)
		}
		cause := errors.New("enough")
		ctx, end := context.WithCancelCause(t.Context())
		failed := make(chan error)
		go func() { failed <- p.Acquire(ctx) }()
		end(cause)
		if err := <-failed; err != cause {
			t.Errorf("Acquire of a fourth token: %v, want %v", err, cause)
		}
		more := make(chan error)
		for range 3 { // two get bytes, and one the implicit token
			go func() { more <- p.Acquire(t.Context()) }()
		}
		for range 3 {
			p.Release()
			if err := <-more; err != nil {
				t.Error(err)
			}
		}
		for range 3 {
			p.Release()
		}
		if got := inPipe(t, p); got != "++" {
			t.Errorf("at the end the pipe has %q, want 2 tokens", got)
		}
		closed(t, p)
		if got := os.Getenv("MAKEFLAGS"); got != "k" {
			t.Errorf("after Close MAKEFLAGS is %q", got)
		}
	}
}

// TestServe_environment wants that what is below knows one jobserver, and that Close puts the environment
// back.
func TestServe_environment(t *testing.T) {
	t.Setenv("CARGO_MAKEFLAGS", "-j --jobserver-fds=997,998")
	t.Setenv("MAKEFLAGS", " -j9 --jobserver-auth=-2,-2")
	p, err := Serve(2, true)
	if err != nil {
		t.Fatal(err)
	}
	client, err := Join()
	if err != nil || strings.Contains(os.Getenv("MAKEFLAGS"), "-2,-2") || os.Getenv("CARGO_MAKEFLAGS") != "" {
		t.Fatalf("below there is %q, %q (%v)", os.Getenv("MAKEFLAGS"), os.Getenv("CARGO_MAKEFLAGS"), err)
	}
	closed(t, client)
	closed(t, p)
	if c, m := os.Getenv("CARGO_MAKEFLAGS"), os.Getenv("MAKEFLAGS"); c != "-j --jobserver-fds=997,998" || m != " -j9 --jobserver-auth=-2,-2" {
		t.Errorf("after Close there is %q, %q", c, m)
	}
	dir := filepath.Join(t.TempDir(), "a b")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	if _, err := Serve(2, true); err == nil || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("in a directory with a blank: %v, want an error that names TMPDIR", err)
	}
	p, err = Serve(2, false) // nobody reads its name
	if err != nil {
		t.Fatal(err)
	}
	closed(t, p)
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v are left behind (%v)", left, err)
	}
}

// TestPool_lost takes tokens from the pipe for ever. They are there again when no job runs, also if
// others wait all the time.
func TestPool_lost(t *testing.T) {
	p := serve(t, 4, true)
	defer closed(t, p)
	acquire(t, p)
	if got := inPipe(t, p); got != "+++" {
		t.Fatalf("the pipe has %q, want 3 tokens", got)
	}
	got := make(chan error)
	for range 4 {
		go func() { got <- p.Acquire(t.Context()) }()
	}
	p.Release()
	for range 4 { // all at the same time
		if err := <-got; err != nil {
			t.Error(err)
		}
	}
	for range 4 {
		p.Release()
	}
	if got := inPipe(t, p); got != "+++" {
		t.Errorf("at the end the pipe has %q, want 3 tokens", got)
	}
}

// TestPool_random lets jobs of a server and of a client below it come and go, and some not wait. There are
// never more than tokens, and at the end all are there.
func TestPool_random(t *testing.T) {
	const tokens = 4
	for _, fifo := range []bool{false, true} {
		if !fifo && runtime.GOOS != "linux" {
			continue
		}
		server := serve(t, tokens, fifo)
		client, err := Join()
		if err != nil {
			t.Fatal(err)
		}
		acquire(t, server) // for the client, which has it as its implicit token
		var jobs, most atomic.Int64
		var all sync.WaitGroup
		for i := range 16 {
			p := []*Pool{server, client}[i%2]
			random := rand.New(rand.NewPCG(1, uint64(i)))
			all.Go(func() {
				for range 300 {
					ctx, end := context.WithCancel(t.Context())
					if random.IntN(3) == 0 {
						go end()
					}
					if p.Acquire(ctx) == nil {
						n := jobs.Add(1)
						for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
						}
						runtime.Gosched()
						jobs.Add(-1)
						p.Release()
					}
					end()
				}
			})
		}
		all.Wait()
		if most.Load() > tokens || most.Load() < 2 {
			t.Errorf("%d jobs at a time, want at most %d", most.Load(), tokens)
		}
		if got := inPipe(t, server); got != "+++" {
			t.Errorf("at the end the pipe has %q, want %d tokens", got, tokens-1)
		}
		closed(t, client)
		server.Release()
		closed(t, server)
	}
}
