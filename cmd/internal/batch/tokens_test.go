//go:build linux

package batch

import (
	"context"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/internal/jobserver"
)

// tokens are those that are free.
type tokens struct{ free chan struct{} }

func (k tokens) Acquire(ctx context.Context) error {
	select {
	case <-k.free:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (k tokens) Release() { k.free <- struct{}{} }
func (k tokens) Abandon() {}

// TestRun_tokenDelay wants the delay between the starts of items that have waited for tokens which come
// together, and all tokens back.
func TestRun_tokenDelay(t *testing.T) {
	const n, delay = 4, 5 * time.Millisecond
	k := tokens{make(chan struct{}, n)}
	var mu sync.Mutex
	var came time.Time
	var starts []time.Duration
	time.AfterFunc(6*delay, func() {
		mu.Lock()
		defer mu.Unlock()
		came = time.Now()
		for range n {
			k.Release()
		}
	})
	run := func(context.Context, *Item, *Streams) Outcome {
		mu.Lock()
		defer mu.Unlock()
		starts = append(starts, time.Since(came))
		return Outcome{}
	}
	_, err := Run(t.Context(), Config{Source: newQueue(6), Tokens: k, Delay: delay, Hosts: []Host{&local{6, run}}})
	if err != nil || len(starts) != 6 || len(k.free) != n {
		t.Errorf("it ends by %v with %d tokens and %d starts, want %d and 6", err, len(k.free), len(starts), n)
	}
	for i, at := range starts {
		if at < time.Duration(i)*delay {
			t.Errorf("start %d was %v after the tokens came, want at least %v", i+1, at, time.Duration(i)*delay)
		}
	}
}

// TestRun_panic wants that the tokens of all items go back if one panics.
func TestRun_panic(t *testing.T) {
	const asBatch = "SKUA_TEST_PANIC"
	if os.Getenv(asBatch) != "" {
		pool, err := jobserver.Join()
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		all.Add(4)
		Run(t.Context(), Config{Source: newQueue(6), Tokens: pool, Hosts: []Host{&local{6, func(ctx context.Context, it *Item, _ *Streams) Outcome {
			all.Done() // a fifth would be too many
			all.Wait()
			if it.Seq > 1 {
				<-ctx.Done()
			}
			panic("it is broken")
		}}}})
		t.Fatal("it has not panicked")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	io.WriteString(w, "abc")
	cmd := exec.Command(os.Args[0], "-test.run=^TestRun_panic$")
	cmd.Env = append(os.Environ(), asBatch+"=1", "MAKEFLAGS= --jobserver-auth=3,4")
	cmd.ExtraFiles = []*os.File{r, w}
	said, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(said), "panic: it is broken") {
		t.Errorf("it ended by %v and says %s", err, said)
	}
	w.Close()
	left, err := io.ReadAll(r)
	if slices.Sort(left); err != nil || string(left) != "abc" {
		t.Errorf("the pipe has %q (%v), want abc", left, err)
	}
}
