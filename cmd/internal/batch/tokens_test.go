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

	"github.com/skua-go/skua/cmd/internal/jobserver"
)

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
