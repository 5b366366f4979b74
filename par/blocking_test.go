package par_test

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// loops call f for the indices [0, n), in the ways of the package.
var loops = map[string]func(n int, f func(i int), o ...par.Option){
	"For":      par.For,
	"ForRange": func(n int, f func(i int), o ...par.Option) { par.ForRange(0, n, func(lo, _ int) { f(lo) }, o...) },
	"ForEach":  func(n int, f func(i int), o ...par.Option) { par.ForEach(counted(n), f, o...) },
	"Chunks": func(n int, f func(i int), o ...par.Option) {
		par.Chunks(counted(n), 1, func(s []int) { f(s[0]) }, o...)
	},
	"Map": func(n int, f func(i int), o ...par.Option) {
		par.Map(counted(n), func(i int) int { f(i); return i }, o...)
	},
	"ForErr": func(n int, f func(i int), o ...par.Option) {
		par.ForErr(context.Background(), n, func(_ context.Context, i int) error { f(i); return nil }, o...)
	},
	"ForSeq": func(n int, f func(i int), o ...par.Option) { par.ForSeq(upTo(n), f, o...) },
	"MapSeq": func(n int, f func(i int), o ...par.Option) {
		next := 0
		for i := range par.MapSeq(upTo(n), func(i int) int { f(i); return i }, o...) {
			inOrder(&next, i)
		}
	},
	"ForSeqErr": func(n int, f func(i int), o ...par.Option) {
		par.ForSeqErr(context.Background(), upTo(n), func(_ context.Context, i int) error { f(i); return nil }, o...)
	},
	"MapSeqErr": func(n int, f func(i int), o ...par.Option) {
		next := 0
		for i := range par.MapSeqErr(context.Background(), upTo(n), func(_ context.Context, i int) (int, error) { f(i); return i, nil }, o...) {
			inOrder(&next, i)
		}
	},
}

// inOrder panics unless i is what comes next.
func inOrder(next *int, i int) {
	if i != *next {
		panic(fmt.Sprintf("got %d, want %d", i, *next))
	}
	*next++
}

func counted(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// read is how many values the last source has yielded.
var read atomic.Int64

func upTo(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		read.Store(0)
		for i := range n {
			read.Add(1)
			if !yield(i) {
				return
			}
		}
	}
}

// A crowd is of bodies that wait, inside skua.Blocking, until there are enough.
type crowd struct {
	enough int
	inside atomic.Int64
	most   atomic.Int64
	once   sync.Once
	open   chan int
}

func newCrowd(enough int) *crowd { return &crowd{enough: enough, open: make(chan int)} }

func (c *crowd) wait() {
	n := c.inside.Add(1)
	defer c.inside.Add(-1)
	for most := c.most.Load(); n > most && !c.most.CompareAndSwap(most, n); most = c.most.Load() {
	}
	if n >= int64(c.enough) {
		c.once.Do(func() { close(c.open) })
	}
	<-c.open
	for range 10 { // another worker that may come has time to
		runtime.Gosched()
	}
}

// goroutine returns the name of the calling goroutine.
func goroutine() string {
	buf := make([]byte, 64)
	name, _, _ := bytes.Cut(buf[:runtime.Stack(buf, false)], []byte(" ["))
	return string(name)
}

// long lasts longer than it takes to wake a worker.
func long() {
	for end := time.Now().Add(2 * time.Millisecond); time.Now().Before(end); {
	}
}

// TestBlocking_wide wants fifty bodies to wait at once, on two workers: they wait for
// each other. Values are read by the caller, so a body that it runs itself waits only
// until the others have begun all that were read, batches of one each. In the short form a loop and a
// sequence are called at a Worker too, and in the others all of them.
func TestBlocking_wide(t *testing.T) {
	for name, run := range loops {
		for _, grain := range size([]int{1}, []int{1}, []int{0, 1}) {
			wide := func(t *testing.T, p *skua.Pool, o ...par.Option) {
				defer expect.Within(t, time.Minute)()
				if grain > 0 {
					o = append(o, par.Grain(grain))
				}
				c, caller := newCrowd(50), goroutine()
				var begun atomic.Int64
				run(1000, func(i int) {
					begun.Add(1)
					if goroutine() != caller {
						skua.Blocking(p, c.wait)
						return
					}
					select {
					case <-c.open:
						return
					default:
						long()
					}
					skua.Blocking(p, func() {
						for begun.Load() < read.Load() {
							runtime.Gosched()
						}
					})
				}, o...)
				if c.most.Load() < 50 {
					t.Errorf("%d waited at once", c.most.Load())
				}
			}
			t.Run(fmt.Sprintf("%s/grain=%d/pool", name, grain), func(t *testing.T) {
				p := kit.NewPool(t, 2)
				wide(t, p, par.On(p))
			})
			if size(name != "For" && name != "MapSeq", false, false) {
				continue
			}
			t.Run(fmt.Sprintf("%s/grain=%d/worker", name, grain), func(t *testing.T) {
				if runtime.GOMAXPROCS(0) == 1 && strings.Contains(name, "Seq") {
					t.Log("at a Worker a sequence has as many helpers as there are processors, less one")
					return
				}
				p := kit.NewPool(t, 2)
				skua.Join(p, func(w *skua.Worker) { wide(t, p, par.On(w)) }, func(*skua.Worker) {})
			})
		}
	}
}

// TestBlocking_limit wants MaxWorkers to be how many bodies wait at once.
func TestBlocking_limit(t *testing.T) {
	const limit = 16
	for name, run := range loops {
		for _, workers := range []int{1, 2, 8} {
			t.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(t *testing.T) {
				defer expect.Within(t, time.Minute)()
				p, c := kit.NewPool(t, workers), newCrowd(limit)
				run(500, func(i int) {
					if i == 0 {
						long()
						return
					}
					skua.Blocking(p, c.wait)
				}, par.On(p), par.MaxWorkers(limit))
				if most := c.most.Load(); most != limit {
					t.Errorf("%d waited at once, want %d", most, limit)
				}
			})
		}
	}
}
