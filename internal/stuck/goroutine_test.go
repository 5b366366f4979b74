package stuck

import (
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/self"
)

func TestGoroutine_parse(t *testing.T) {
	const task = "\ngithub.com/skua-go/skua/internal/sched.(*resident).live(0x1)\n\t/worker.go:142 +0x65\ncreated by github.com/skua-go/skua/internal/park.Go in goroutine 21\n\t/park.go:39 +0x13"
	const parked = "\ngithub.com/skua-go/skua/internal/park.(*Parker).Park(...)\n\t/park.go:36\ngithub.com/skua-go/skua/internal/"
	parkedFor := strings.Replace(parked, ".Park(", ".ParkFor(", 1)
	for text, want := range map[string]struct {
		id    uint64
		doing doing
	}{
		"goroutine 1 [running]:" + task:                                                        {1, running},
		"goroutine 2 [runnable, locked to thread]:" + task:                                     {2, running},
		"goroutine 3 [syscall, 2 minutes]:" + task:                                             {3, running},
		"goroutine 4 [coroutine]:" + task:                                                      {4, running},
		"goroutine 5 [GC assist wait]:" + task:                                                 {5, running},
		"goroutine 6 gp=0x1 m=nil [chan receive (nil chan), 3 minutes]:" + task:                {6, waiting},
		"goroutine 7 [sync.WaitGroup.Wait]:" + task:                                            {7, waiting},
		"goroutine 8 [IO wait]:" + task:                                                        {8, waiting},
		"goroutine 9 [select (no cases)]:\nmain.f()\n\t/f.go:1\nx/crew.(*Worker).Block(0x1)":   {9, blocking},
		"goroutine 10 [chan receive]:" + parked + "crew.(*Worker).Park(0x1)\n\t/x.go:1" + task: {10, joining},
		"goroutine 11 [chan receive]:" + parked + "sched.(*Pool).Close(0x1)\n\t/x.go:1" + task: {11, closing},
		"goroutine 12 [select]:" + parkedFor + "sleep.(*Sleep).FallAsleep(0x1)\n\t/x.go:1":     {12, idle},
	} {
		g, ok := parse(text)
		if !ok || g.id != want.id || g.doing != want.doing {
			t.Errorf("%d %d %v, want %d %d, from\n%s", g.id, g.doing, ok, want.id, want.doing, text)
		}
	}
	for _, text := range []string{"", "goroutine", "goroutine x [running]:", "panic: 1 [running]:"} {
		if g, ok := parse(text); ok {
			t.Errorf("%q was taken for goroutine %d", text, g.id)
		}
	}
	got := make(chan bool)
	go func() { id := self.Number(); got <- id > 0 && id == self.Number() }()
	if !<-got {
		t.Error("a goroutine has no number of its own")
	}
}
