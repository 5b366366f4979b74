package pool

import (
	"bufio"
	"context"
	"io"
	"iter"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

//go:noinline
func theTaskThatWaits(c chan struct{}) { <-c }

//go:noinline
func theTaskThatWaitsForItself(s *skua.Scope) { s.Wait() }

// watching is the time between two looks in these tests. A task that is to be found stuck is so for
// good, and one that works computes or waits for much longer.
const (
	watching = 100 * time.Millisecond
	longer   = 5 * watching // one look that sees the beginning, two that could report, and some
)

// A stuck pool is one of which the watchdog has to tell, and why.
type stuck struct {
	cause   string // how the first line of the report begins
	culprit string // in the stacks
	run     func(t *testing.T, pool *skua.Pool)
}

const (
	saysOutside = "skua: a task waits for a channel, a lock, a timer or the network outside of Blocking"
	saysItself  = "skua: a task waits for a scope that cannot end"
)

var stuckPools = map[string]stuck{
	"spawned work waits": {saysOutside, "theTaskThatWaits", func(t *testing.T, pool *skua.Pool) {
		pool.Resize(1)
		kit.Inside(pool, func(w *skua.Worker) {
			c := make(chan struct{})
			s := skua.NewScope(context.Background(), w) //skua:allow scope the end of the run waits for it
			w.Go(s, func(*skua.Worker) error { close(c); return nil })
			theTaskThatWaits(c)
		})
	}},
	"private work waits": {saysOutside, "theTaskThatWaits", func(t *testing.T, pool *skua.Pool) {
		pool.Resize(1)
		c := make(chan struct{})
		kit.Inside(pool, func(w *skua.Worker) {
			skua.Join(w, func(w *skua.Worker) { theTaskThatWaits(c) }, func(*skua.Worker) { close(c) })
		})
	}},
	"nothing waits": {saysOutside, "theTaskThatWaits", func(t *testing.T, pool *skua.Pool) {
		kit.Inside(pool, func(*skua.Worker) { theTaskThatWaits(nil) })
	}},
	"a lock": {saysOutside, "theTaskThatLocks", func(t *testing.T, pool *skua.Pool) {
		var mu sync.Mutex
		mu.Lock()
		kit.Inside(pool, func(w *skua.Worker) { kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { theTaskThatLocks(&mu) }) })
	}},
	"a wait group": {saysOutside, "theTaskThatAwaits", func(t *testing.T, pool *skua.Pool) {
		var all sync.WaitGroup
		all.Add(1)
		//skua:allow scope its task never ends
		skua.NewScope(context.Background(), pool).Go(func(*skua.Worker) error { theTaskThatAwaits(&all); return nil })
	}},
	"polls and sleeps": {saysOutside, "theTaskThatSleeps", func(t *testing.T, pool *skua.Pool) {
		pool.Resize(1)
		kit.Inside(pool, func(w *skua.Worker) {
			var done atomic.Bool
			s := skua.NewScope(context.Background(), w) //skua:allow scope the end of the run waits for it
			w.Go(s, func(*skua.Worker) error { done.Store(true); return nil })
			theTaskThatSleeps(w, &done)
		})
	}},
	"while another pool works": {saysOutside, "theTaskThatWaits", func(t *testing.T, pool *skua.Pool) {
		other := kit.NewPool(t, 1)
		go kit.Inside(other, func(*skua.Worker) { work(time.Hour) })
		kit.Inside(pool, func(*skua.Worker) { theTaskThatWaits(nil) })
	}},
	"while another task is in Blocking": {saysOutside, "theTaskThatWaits", func(t *testing.T, pool *skua.Pool) {
		go kit.Inside(pool, func(w *skua.Worker) { skua.Blocking(w, func() { select {} }) })
		kit.Inside(pool, func(*skua.Worker) { theTaskThatWaits(nil) })
	}},
	"waits for itself": {saysItself, "theTaskThatWaitsForItself", func(t *testing.T, pool *skua.Pool) {
		s := skua.NewScope(context.Background(), pool)
		s.Go(func(w *skua.Worker) error {
			kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { theTaskThatWaitsForItself(s) })
			return nil
		})
		s.Wait()
	}},
	"waits for a call in line": {"skua: calls wait in line", "theTaskThatWaits", func(t *testing.T, _ *skua.Pool) {
		pool := kit.NewPool(t, 2, skua.WithGuests(1), skua.WithWatchdog(watching))
		kit.Inside(pool, func(w *skua.Worker) {
			c := make(chan struct{})
			go func() {
				skua.Join(pool, kit.Nothing, kit.Nothing) // from outside, for all that can be seen
				close(c)
			}()
			skua.Blocking(w, func() { theTaskThatWaits(c) })
		})
	}},
}

func TestMain(m *testing.M) { expect.Main(m, 8) }

// work works for that long, for all that can be seen: it is in a system call, which may be one of C code that
// computes. So a test of many that work takes no processor.
func work(d time.Duration) {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	defer r.Close()
	time.AfterFunc(d, func() { w.Close() })
	r.Fd() // from here on Read blocks its thread
	r.Read(make([]byte, 1))
}

// compute keeps a processor busy for that long.
func compute(d time.Duration) {
	for start := time.Now(); time.Since(start) < d; {
		runtime.KeepAlive(kit.SerialFib(15))
	}
}

// busyPools are pools of which there is nothing to tell.
var busyPools = map[string]func(t *testing.T, pool *skua.Pool){
	"a line that moves": func(t *testing.T, _ *skua.Pool) {
		few := kit.NewPool(t, 2, skua.WithGuests(1), skua.WithWatchdog(watching))
		var wg sync.WaitGroup
		for range 30 { // most wait in line for longer than the watchdog
			wg.Go(func() { kit.Inside(few, func(*skua.Worker) { work(watching / 4) }) })
		}
		wg.Wait()
	},
	"short calls": func(t *testing.T, pool *skua.Pool) {
		for start := time.Now(); time.Since(start) < longer; {
			kit.WantFib(t, pool, 20)
		}
	},
	"tasks wait for one that computes": func(t *testing.T, pool *skua.Pool) {
		pool.Resize(1)
		s := skua.NewScope(context.Background(), pool)
		for range 2 {
			s.Go(func(*skua.Worker) error { compute(longer); return nil })
		}
		s.Wait()
	},
	"forks wait for one that works": func(t *testing.T, pool *skua.Pool) {
		long := func(*skua.Worker) { work(longer) }
		kit.Inside(pool, func(w *skua.Worker) {
			kit.JoinStolen(w, long, func(w *skua.Worker) { skua.Join(w, long, kit.Nothing) })
		})
	},
	"works and polls": func(t *testing.T, pool *skua.Pool) {
		long := func(w *skua.Worker) {
			for start := time.Now(); time.Since(start) < longer; {
				work(watching / 10)
				w.Poll()
			}
		}
		s := skua.NewScope(context.Background(), pool)
		for range 3 {
			s.Go(func(w *skua.Worker) error { long(w); return nil })
		}
		s.Wait()
	},
	"a loop of one worker": func(t *testing.T, pool *skua.Pool) {
		(&skua.Loop{To: 2, Workers: 1, Body: func(p *skua.Part) {
			for p.Next() {
				work(longer)
			}
		}}).Run(pool)
	},
	"a limit of one": func(t *testing.T, pool *skua.Pool) {
		s := skua.NewScope(context.Background(), pool)
		s.SetLimit(1)
		for range 2 {
			s.Go(func(*skua.Worker) error { work(longer); return nil })
		}
		s.Wait()
	},
	"waits in Blocking, for nobody's work": func(t *testing.T, pool *skua.Pool) {
		kit.Inside(pool, func(w *skua.Worker) { skua.Blocking(w, func() { time.Sleep(longer) }) })
	},
	"waits for another task, which is in Blocking": func(t *testing.T, pool *skua.Pool) {
		kit.Inside(pool, func(w *skua.Worker) {
			kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) { skua.Blocking(w, func() { time.Sleep(longer) }) })
		})
	},
	"waits in Blocking for a pool that works": func(t *testing.T, pool *skua.Pool) {
		other := kit.NewPool(t, 2)
		kit.Inside(pool, func(w *skua.Worker) {
			skua.Blocking(w, func() { skua.Join(other, func(*skua.Worker) { time.Sleep(longer) }, kit.Nothing) })
		})
	},
	"waits for a pool that works, where that cannot be seen from the stack": func(t *testing.T, pool *skua.Pool) {
		other := kit.NewPool(t, 2)
		kit.Inside(pool, func(*skua.Worker) {
			skua.Join(other, kit.Nothing, func(w *skua.Worker) { kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { work(longer) }) })
		})
	},
	"waits for one that works": func(t *testing.T, pool *skua.Pool) {
		kit.Inside(pool, func(w *skua.Worker) {
			c := make(chan struct{})
			kit.JoinStolen(w,
				func(w *skua.Worker) { skua.Blocking(w, func() { <-c }) },
				func(*skua.Worker) { work(longer); close(c) })
		})
	},
	"a scope in Blocking": func(t *testing.T, pool *skua.Pool) {
		s := skua.NewScope(context.Background(), pool)
		s.Go(func(w *skua.Worker) error { skua.Blocking(w, func() { time.Sleep(longer) }); return nil })
		kit.Inside(pool, func(w *skua.Worker) { skua.Blocking(w, func() { s.Wait() }) })
	},
	"a scope of another pool, whose task a caller runs": func(t *testing.T, pool *skua.Pool) {
		other := kit.NewPool(t, 1)
		busy, over, begun := make(chan struct{}), make(chan struct{}), make(chan struct{})
		go kit.Inside(other, func(*skua.Worker) { close(busy); <-over }) // so that no resident takes the task
		<-busy
		s := skua.NewScope(context.Background(), other)
		s.Go(func(*skua.Worker) error { close(begun); work(longer); return nil })
		go s.Wait()
		<-begun
		close(over)
		kit.Inside(pool, func(*skua.Worker) { s.Wait() })
	},
	"a coroutine works": func(t *testing.T, pool *skua.Pool) {
		kit.Inside(pool, func(*skua.Worker) {
			next, stop := iter.Pull(func(yield func(int) bool) { work(longer); yield(1) })
			defer stop()
			next()
		})
	},
	"idle between calls": func(t *testing.T, pool *skua.Pool) {
		for range 2 {
			kit.WantFib(t, pool, 15)
			time.Sleep(longer)
		}
	},
	"a server": func(t *testing.T, pool *skua.Pool) {
		var all sync.WaitGroup
		var mu sync.Mutex
		served := 0
		for range 8 {
			all.Go(func() {
				for start := time.Now(); time.Since(start) < longer; {
					kit.Inside(pool, func(w *skua.Worker) {
						skua.Blocking(w, func() { time.Sleep(watching / 4) }) // the database
						kit.Fib.On(w, 15)
						mu.Lock()
						defer mu.Unlock()
						served++
					})
				}
			})
		}
		all.Wait()
	},
}

//go:noinline
func theTaskThatLocks(mu *sync.Mutex) { mu.Lock() }

//go:noinline
func theTaskThatAwaits(all *sync.WaitGroup) { all.Wait() }

//go:noinline
func theTaskThatSleeps(w *skua.Worker, done *atomic.Bool) {
	for !done.Load() {
		w.Poll()
		time.Sleep(time.Millisecond)
	}
}

// The other process of these tests runs one pool, for good if it is stuck.
const (
	stuckChild = "SKUA_TEST_STUCK"
	busyChild  = "SKUA_TEST_BUSY"
)

// TestWatchdog_stuck wants a standstill reported: the cause in the first line, and the
// function that waits in the stacks.
func TestWatchdog_stuck(t *testing.T) {
	t.Parallel()
	if kind := os.Getenv(stuckChild); kind != "" {
		kit.Stealing(t)
		stuckPools[kind].run(t, kit.NewPool(t, 2, skua.WithWatchdog(watching)))
		select {}
	}
	for kind, want := range stuckPools {
		cmd := expect.Again(t)
		cmd.Env = append(os.Environ(), stuckChild+"="+kind)
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			defer expect.Within(t, 2*time.Minute)()
			stderr, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			kill := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
			lines := bufio.NewScanner(stderr)
			lines.Scan()
			first := lines.Text()
			for lines.Scan() && !strings.Contains(lines.Text(), want.culprit) {
			}
			if !strings.HasPrefix(first, want.cause) || !strings.Contains(lines.Text(), want.culprit) {
				t.Errorf("the report begins with %q and ends with %q, want %q and %s", first, lines.Text(), want.cause, want.culprit)
			}
			kill.Stop()
			cmd.Process.Kill()
			io.Copy(io.Discard, stderr)
			cmd.Wait()
		})
	}
}

// TestWatchdog_busy wants nothing said of pools that work, wait inside Blocking, or rest. On a busy machine
// a worker that was woken may not run for two looks of 100 ms, and that is told rightly: so one try of
// three is enough.
func TestWatchdog_busy(t *testing.T) {
	t.Parallel()
	for i, kind := range slices.Sorted(maps.Keys(busyPools)) {
		if i%expect.Size(3, 1, 1) > 0 {
			continue // each waits half a second or more
		}
		t.Run(kind, func(t *testing.T) {
			if os.Getenv(busyChild) != "" {
				kit.Stealing(t)
				busyPools[kind](t, kit.NewPool(t, 2, skua.WithWatchdog(watching)))
				return
			}
			t.Parallel()
			defer expect.Within(t, 5*time.Minute)()
			var out []byte
			var err error
			for range 3 {
				cmd := expect.Again(t)
				cmd.Env = append(os.Environ(), busyChild+"=1")
				if out, err = cmd.CombinedOutput(); err == nil && !strings.Contains(string(out), "skua:") {
					return
				}
			}
			t.Errorf("a pool that works ended by %v and reported:\n%s", err, out)
		})
	}
}
