package replay

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// A diary has, for each goroutine, what it did in that order. So it depends on who ran what, and on
// nothing else: no worker, and no time, has a name in it.
type diary struct {
	mu   sync.Mutex
	days map[string][]int
}

// note notes that the calling goroutine did n.
func (d *diary) note(n int) {
	var stack [64]byte
	who := string(bytes.Fields(stack[:runtime.Stack(stack[:], false)])[1])
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.days == nil {
		d.days = map[string][]int{}
	}
	d.days[who] = append(d.days[who], n)
}

// String tells the diary, the one with the least entry first.
func (d *diary) String() string {
	var all [][]int
	for _, day := range d.days {
		all = append(all, day)
	}
	slices.SortFunc(all, func(a, b []int) int { return slices.Min(a) - slices.Min(b) })
	return fmt.Sprint(all)
}

// workers is how many goroutines have a day.
func (d *diary) workers() int { return len(d.days) }

// spin computes for a while.
func spin(d time.Duration) {
	for begin := time.Now(); time.Since(begin) < d; {
	}
}

// inside counts one that runs, of two that may, until the function that it returns is called.
func inside(running *atomic.Int32) (done func()) {
	if n := running.Add(1); n > 2 {
		panic(fmt.Sprintf("%d run at a time, of 2 that may", n))
	}
	return func() { running.Add(-1) }
}

// program is a program of which the outcome depends on the schedule.
type program struct {
	name string
	run  func(p *skua.Pool, d *diary)
}

var programs = []program{
	{"forks", func(p *skua.Pool, d *diary) {
		tree := skua.NewFunc(func(f *skua.Frame[[2]int, int], a [2]int) int {
			at, depth := a[0], a[1]
			if depth == 0 {
				d.note(at)
				spin(5 * time.Microsecond)
				return 1
			}
			x, y := f.Both([2]int{2 * at, depth - 1}, [2]int{2*at + 1, depth - 1})
			return x + y
		})
		if n := tree.On(p, [2]int{1, 8}); n != 256 {
			panic(n)
		}
	}},
	{"join", func(p *skua.Pool, d *diary) {
		var walk func(w *skua.Worker, at, depth int)
		walk = func(w *skua.Worker, at, depth int) {
			if depth == 0 {
				d.note(at)
				spin(5 * time.Microsecond)
				return
			}
			skua.Join(w, func(w *skua.Worker) { walk(w, 2*at, depth-1) }, func(w *skua.Worker) { walk(w, 2*at+1, depth-1) })
		}
		skua.Join(p, func(w *skua.Worker) { walk(w, 2, 6) }, func(w *skua.Worker) { walk(w, 3, 6) })
	}},
	{"loop", func(p *skua.Pool, d *diary) {
		par.For(300, func(i int) {
			d.note(i)
			spin(time.Duration(i%7) * 2 * time.Microsecond)
		}, par.On(p))
	}},
	{"chunks", func(p *skua.Pool, d *diary) {
		loop := skua.Loop{To: 100_000, Body: func(part *skua.Part) {
			for lo, hi, ok := part.Chunk(); ok; lo, hi, ok = part.Chunk() {
				d.note(lo<<20 | hi)
				spin(2 * time.Microsecond)
			}
		}}
		loop.Run(p)
	}},
	{"scope", func(p *skua.Pool, d *diary) {
		s := skua.NewScope(context.Background(), p)
		for k := range 40 {
			s.Go(func(w *skua.Worker) error {
				d.note(100 * k)
				for j := 1; j < 4; j++ {
					w.Go(s, func(*skua.Worker) error {
						d.note(100*k + j)
						spin(5 * time.Microsecond)
						return nil
					})
				}
				return nil
			})
		}
		if err := s.Wait(); err != nil {
			panic(err)
		}
	}},
	{"limit", func(p *skua.Pool, d *diary) {
		var running atomic.Int32
		err := p.Run(context.Background(), func(w *skua.Worker) error {
			s := skua.NewScope(context.Background(), w)
			s.SetLimit(2)
			for k := range 40 {
				w.Go(s, func(*skua.Worker) error {
					defer inside(&running)()
					d.note(k)
					spin(10 * time.Microsecond)
					return nil
				})
			}
			return s.Wait()
		})
		if err != nil {
			panic(err)
		}
		loop := skua.Loop{To: 200, Workers: 2, Body: func(part *skua.Part) {
			defer inside(&running)()
			for part.Next() {
				d.note(1000 + part.Index())
				spin(2 * time.Microsecond)
			}
		}}
		loop.Run(p)
	}},
	{"mixture", func(p *skua.Pool, d *diary) {
		err := p.Run(context.Background(), func(w *skua.Worker) error {
			par.For(12, func(i int) {
				s := skua.NewScope(context.Background(), skua.Here())
				for j := range 6 {
					s.Go(func(w *skua.Worker) error {
						skua.Join(w, func(*skua.Worker) {
							d.note(i*1000 + j*10)
							spin(5 * time.Microsecond)
						}, func(w *skua.Worker) {
							par.For(8, func(k int) {
								d.note(i*1000 + j*10 + 5 + k*100_000)
								spin(2 * time.Microsecond)
							}, par.On(w))
						})
						return nil
					})
				}
				if err := s.Wait(); err != nil {
					panic(err)
				}
			}, par.On(w))
			return nil
		})
		if err != nil {
			panic(err)
		}
	}},
	{"algorithms", func(p *skua.Pool, d *diary) {
		words := make([]int, 20_000)
		for k := range words {
			words[k] = k * 7919 % 10_007
		}
		par.Sort(words, par.On(p))
		squares := par.Map(words, func(v int) int { return v * v }, par.On(p))
		d.note(par.Sum(squares, par.On(p)))
		_ = par.Filter(words, func(v int) bool {
			if v%100 == 0 {
				d.note(v)
			}
			return v%2 == 0
		}, par.On(p))
	}},
	{"calls", func(p *skua.Pool, d *diary) {
		for k := range 5 {
			par.For(60, func(i int) {
				d.note(k*1000 + i)
				spin(3 * time.Microsecond)
				if i == 30 {
					skua.Blocking(skua.Here(), func() { spin(20 * time.Microsecond) })
				}
			}, par.On(p))
		}
	}},
}

// run runs the program on a new pool, and returns what it comes to and what Close says.
func run(t *testing.T, prog program, options ...skua.Option) (d *diary, err error) {
	t.Helper()
	p, err := skua.New(append(options, skua.WithWorkers(4))...)
	if err != nil {
		t.Fatal(err)
	}
	d = new(diary)
	prog.run(p, d)
	return d, p.Close()
}

// short cuts a text for people.
func short(text string) string {
	if len(text) > 600 {
		text = text[:600] + " …"
	}
	return strings.ReplaceAll(text, "\n", " ")
}
