package replay

import (
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/self"
)

// TestGoroutines_looks: another player's look, which runs, is no goroutine of the program that runs. Only the
// two looks are asked about: the goroutine of this test, or its parent, can still be on its way to wait.
func TestGoroutines_looks(t *testing.T) {
	var begun, over atomic.Bool
	defer over.Store(true)
	park.Later(time.Nanosecond, func() time.Duration {
		for begun.Store(true); !over.Load(); runtime.Gosched() {
		}
		return 0
	})
	stacks := make(chan string)
	park.Later(time.Nanosecond, func() time.Duration {
		for !begun.Load() {
			runtime.Gosched()
		}
		stacks <- self.Stacks()
		return 0
	})
	looks := slices.DeleteFunc(strings.Split(<-stacks, "\n\n"), func(text string) bool {
		return !strings.Contains(text, "TestGoroutines_looks.func")
	})
	run, _ := goroutines(strings.Join(looks, "\n\n"))
	if len(looks) < 2 || run {
		t.Errorf("one of these looks is taken for a program that runs, or one of two is not seen:\n%s", strings.Join(looks, "\n\n"))
	}
}

// TestWatch_ends: a task that the recording has not is waited for until it begins, and no longer: else a
// player would look, and stop the world for that, for as long as the process lives.
func TestWatch_ends(t *testing.T) {
	p := following(t, head+"1.1 call 0.1.1\n2.1 task 1.1.1\n2.1 end 0 stopped\n1.1 end 1\nquiet\nclosed\n")
	waiting := func() bool {
		p.play.mu.Lock()
		defer p.play.mu.Unlock()
		return p.play.waiting()
	}
	at := Place{2, 1, 1}
	p.Unknown(at)
	if !waiting() {
		t.Error("nobody looks, and a task is waited for that nobody has")
	}
	n := &Notes{number: 9, pool: p}
	n.Begin(Take{Kind: Task, From: at})
	n.End(false, false)
	if waiting() {
		t.Error("a task has ended, and is waited for")
	}
}
