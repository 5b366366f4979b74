//go:build race

package race

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// inBubble is the program of a child that acts in a bubble.
const inBubble = "bubble"

// TestBubbles: in a bubble of testing/synctest the branches of a pool that was made there wait as
// the bubble's goroutines do, so its clock moves on. A pool of the outside has no branches there:
// calls into it are right if they start no worker, as in other builds. A worker that starts in a
// bubble is the bubble's.
func TestBubbles(t *testing.T) {
	outside := must(skua.New(skua.WithWorkers(1)))
	defer outside.Close()
	act := func() {}
	if os.Getenv(program) == inBubble {
		act = plainly()
	}
	for range 3 {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			own := must(skua.New(skua.WithWorkers(2)))
			defer own.Close()
			act := func() { act(); time.Sleep(time.Second) }
			par.For(100, func(int) { act() }, par.On(own))
			skua.Join(own, do(act), do(act))
			spawn(skua.NewScope(context.Background(), own), act)
			begin := make(chan bool)
			s := skua.NewScope(context.Background(), own)
			s.Go(func(*skua.Worker) error { begin <- true; return nil })
			<-begin
			s.Wait()
			if time.Since(begun) < 4*time.Second {
				t.Errorf("functions that sleep for a second each have taken %v", time.Since(begun))
			}
		})
		synctest.Test(t, func(*testing.T) { useOften(outside) })
		useOften(outside)
	}
}

// useOften makes calls that share work, and start no worker if the pool has one.
func useOften(pool *skua.Pool) {
	for range 100 {
		par.For(100, func(int) {}, par.On(pool))
		skua.NewFunc(func(f *frame, n int) int {
			if n > 0 {
				f.Both(n-1, n-1)
			}
			return n
		}).On(pool, 4)
	}
}

// TestFoundInBubble: a race of branches in a bubble is reported.
func TestFoundInBubble(t *testing.T) {
	if os.Getenv(program) == inBubble {
		return // of the child
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestBubbles$")
	cmd.Env = append(os.Environ(), program+"="+inBubble, "GOMAXPROCS=1", "SKUA_RACE=")
	if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), report) {
		t.Errorf("no race was reported\n%s", out)
	}
}
