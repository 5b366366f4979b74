package fork

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// things counts what was made and what the collector has found dead.
type things struct{ made, gone atomic.Int64 }

type thing struct {
	data [64]byte
	next *thing
}

func (c *things) make() *thing {
	c.made.Add(1)
	x := new(thing)
	runtime.AddCleanup(x, func(c *things) { c.gone.Add(1) }, c)
	return x
}

// retentions leave things in every place that an idle pool might keep: each
// makes some, passes them through the pool and forgets them.
var retentions = map[string]func(pool *skua.Pool, c *things){
	"arguments and results": func(pool *skua.Pool, c *things) {
		c.tree().On(pool, thingArg{c.make(), 8})
	},
	"many pending": func(pool *skua.Pool, c *things) {
		fn := skua.NewFunc(func(f *skua.Frame[*thing, *thing], x *thing) *thing {
			if x.next == nil {
				return x
			}
			f = f.Fork(c.make()) //skua:allow fork what is not joined must be forgotten too
			for range 500 {
				f = f.Fork(c.make()) //skua:allow fork likewise
			}
			f.Both(c.make(), c.make())
			panic("what was forked and not joined ends with the call")
		})
		expect.Recovered(func() { fn.On(pool, &thing{next: c.make()}) })
	},
	"on a thief": func(pool *skua.Pool, c *things) {
		skua.Join(pool, func(w *skua.Worker) {
			kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) { c.tree().On(w, thingArg{c.make(), 6}) })
		}, kit.Nothing)
	},
	"on a thief for which its victim waits": func(pool *skua.Pool, c *things) {
		skua.Join(pool, func(w *skua.Worker) {
			parks := pool.Stats().Parks
			kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) {
				c.tree().On(w, thingArg{c.make(), 6})
				for pool.Stats().Parks == parks {
					runtime.Gosched()
				}
			})
		}, kit.Nothing)
	},
	"closures": func(pool *skua.Pool, c *things) {
		skua.Join(pool, func(w *skua.Worker) {
			for range 20 {
				x := c.make()
				kit.JoinStolen(w, func(*skua.Worker) { x.next = nil }, func(w *skua.Worker) {
					skua.Join(w, func(*skua.Worker) { x.data[0]++ }, func(*skua.Worker) { x.data[1]++ })
				})
			}
		}, kit.Nothing)
	},
	"loops": func(pool *skua.Pool, c *things) {
		for _, cheap := range []bool{false, true} {
			x := c.make()
			l := skua.Loop{To: 100, Kind: kit.KindOf(pool, cheap), Body: func(p *skua.Part) {
				for p.Next() {
					runtime.Gosched()
					if x.next == x {
						panic("never")
					}
				}
			}}
			l.Run(pool)
			expect.Recovered(func() {
				y := c.make()
				fails := skua.Loop{To: 10, Kind: kit.KindOf(pool, cheap), Body: func(p *skua.Part) { panic(y) }}
				fails.Run(pool)
			})
		}
	},
	"spawned": func(pool *skua.Pool, c *things) {
		for range 3 {
			s := skua.NewScope(context.Background(), pool)
			for range 20 {
				x := c.make()
				s.Go(func(w *skua.Worker) error {
					w.Go(s, func(*skua.Worker) error { x.data[0]++; return nil })
					return nil
				})
			}
			s.Wait()
		}
	},
	"contexts": func(pool *skua.Pool, c *things) {
		ctx, cancel := context.WithCancel(context.WithValue(context.Background(), c, c.make()))
		defer cancel()
		pool.Run(ctx, func(w *skua.Worker) error {
			kit.JoinStolen(w, kit.Nothing, kit.Nothing)
			s := skua.NewScope(context.WithValue(ctx, w, c.make()), w)
			w.Go(s, func(w *skua.Worker) error { return nil })
			return s.Wait()
		})
	},
	"panics": func(pool *skua.Pool, c *things) {
		expect.Recovered(func() {
			skua.Join(pool, func(w *skua.Worker) {
				kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { panic(c.make()) })
			}, kit.Nothing)
		})
	},
	"panics recovered": func(pool *skua.Pool, c *things) {
		skua.Join(pool, func(w *skua.Worker) {
			kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) {
				skua.Try(w, func() { kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { panic(c.make()) }) })
				expect.Recovered(func() { kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { panic(c.make()) }) })
			})
		}, kit.Nothing)
	},
	"orphans": func(pool *skua.Pool, c *things) {
		skua.Join(pool, func(w *skua.Worker) {
			x := c.make()
			expect.Recovered(func() {
				skua.Join(w, func(w *skua.Worker) {
					skua.Join(w, func(*skua.Worker) { panic(x) }, func(*skua.Worker) { x.next = nil })
				}, func(*skua.Worker) { x.data[0]++ })
			})
		}, kit.Nothing)
	},
	"goexits": func(pool *skua.Pool, c *things) {
		expect.Exits(func() {
			skua.Join(pool, func(w *skua.Worker) {
				kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) {
					c.tree().On(w, thingArg{c.make(), 4})
					runtime.Goexit()
				})
			}, kit.Nothing)
		})
	},
}

type thingArg struct {
	x     *thing
	depth int
}

// tree returns a task type that makes things as arguments and results.
func (c *things) tree() *skua.Func[thingArg, *thing] {
	return skua.NewFunc(func(f *skua.Frame[thingArg, *thing], a thingArg) *thing {
		return c.grow(f, a)
	})
}

func (c *things) grow(f *skua.Frame[thingArg, *thing], a thingArg) *thing {
	if a.depth == 0 {
		return c.make()
	}
	f.Poll()
	runtime.Gosched()
	l, r := f.Both(thingArg{c.make(), a.depth - 1}, thingArg{c.make(), a.depth - 1})
	x := c.make()
	x.next = l
	l.next = r
	return x
}

// TestRetention wants everything dead collected while the pool is idle, whichever worker
// ran it, guest or resident.
func TestRetention(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, 2*time.Minute)()
	for name, leave := range retentions {
		for _, workers := range []int{2, 4} {
			t.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(t *testing.T) {
				pool := kit.NewPool(t, workers)
				c := new(things)
				for range 3 {
					leave(pool, c)
				}
				if c.made.Load() == 0 {
					t.Fatal("nothing was made: the test shows nothing")
				}
				kit.WantFull(t, pool)
				for range 200 {
					runtime.GC()
					if c.gone.Load() == c.made.Load() {
						break
					}
					runtime.Gosched() // cleanups run on a goroutine of the runtime's
				}
				if made, gone := c.made.Load(), c.gone.Load(); gone != made {
					t.Errorf("the idle pool keeps %d of %d things", made-gone, made)
				}
				runtime.KeepAlive(pool)
			})
		}
	}
}

// TestRetention_types makes task types without end: a worker keeps the stacks of
// a few only, and what their bodies hold with them.
func TestRetention_types(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	c := new(things)
	const types = 500
	for range types {
		x := c.make()
		skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			runtime.KeepAlive(x)
			if n > 0 {
				f.Both(n-1, n-1)
			}
			return n
		}).On(pool, 3)
	}
	kit.WantFull(t, pool)
	few := int64(16 * (pool.Stats().Residents + 1))
	kept := func() int64 { runtime.GC(); return c.made.Load() - c.gone.Load() }
	for k := 0; k < 200 && kept() > few; k++ {
		runtime.Gosched()
	}
	if n := kept(); n > few {
		t.Errorf("the idle pool keeps %d of %d task types, want at most %d", n, types, few)
	}
	runtime.KeepAlive(pool)
}

// TestRetention_moved: a task that a guest leaves to its scope holds nothing after it
// has ended.
func TestRetention_moved(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	const n = 5
	var gone atomic.Int32
	s := skua.NewScope(context.Background(), pool)
	err := pool.Run(context.Background(), func(w *skua.Worker) error {
		for range n {
			big := make([]byte, 1<<20)
			runtime.AddCleanup(&big[0], func(int) { gone.Add(1) }, 0)
			w.Go(s, func(*skua.Worker) error { big[0]++; return nil })
		}
		return nil
	})
	if err := errors.Join(err, s.Wait()); err != nil {
		t.Fatal(err)
	}
	expect.Eventually(t, "the closures of all tasks are collected", func() bool {
		runtime.GC()
		return gone.Load() == n
	})
}
