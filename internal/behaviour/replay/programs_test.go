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

// String tells the diary, its days in order.
func (d *diary) String() string {
	var all [][]int
	for _, day := range d.days {
		all = append(all, day)
	}
	slices.SortFunc(all, slices.Compare)
	return fmt.Sprint(all)
}

// workers is how many goroutines have a day.
func (d *diary) workers() int { return len(d.days) }

// spin computes for a while. Others run in between, so that something is stolen on one processor too.
func spin(d time.Duration) {
	for begin := time.Now(); time.Since(begin) < d; runtime.Gosched() {
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
	name    string
	run     func(p *skua.Pool, d *diary)
	options []skua.Option
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
	}, nil},
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
	}, nil},
	{"loop", func(p *skua.Pool, d *diary) {
		par.For(300, func(i int) {
			d.note(i)
			spin(time.Duration(i%7) * 2 * time.Microsecond)
		}, par.On(p))
	}, nil},
	{"chunks", func(p *skua.Pool, d *diary) {
		loop := skua.Loop{To: 100_000, Body: func(part *skua.Part) {
			for lo, hi, ok := part.Chunk(); ok; lo, hi, ok = part.Chunk() {
				d.note(lo<<20 | hi)
				spin(2 * time.Microsecond)
			}
		}}
		loop.Run(p)
	}, nil},
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
	}, nil},
	{"limited scope", func(p *skua.Pool, d *diary) {
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
	}, nil},
	{"limited loop", func(p *skua.Pool, d *diary) {
		var running atomic.Int32
		loop := skua.Loop{To: 200, Workers: 2, Body: func(part *skua.Part) {
			defer inside(&running)()
			for part.Next() {
				d.note(1000 + part.Index())
				spin(2 * time.Microsecond)
			}
		}}
		loop.Run(p)
	}, nil},
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
	}, nil},
	{"scans", func(p *skua.Pool, d *diary) {
		s := make([]int, 500)
		for k := range s {
			s[k] = k * 7919 % 10_007
		}
		for _, inside := range []bool{false, true} {
			op := func(a, b int) int { // not associative, so that it shows where brackets go: by who stole what
				d.note(b)
				spin(time.Microsecond)
				return a/3 - b
			}
			scan := func(at par.Option) {
				out := par.Scan(s, 1, op, at)
				_, total := par.ScanExclusive(s, 1, op, at)
				d.note(out[len(s)-1])
				d.note(total)
			}
			if !inside {
				scan(par.On(p))
			} else if err := p.Run(context.Background(), func(w *skua.Worker) error { scan(par.On(w)); return nil }); err != nil {
				panic(err)
			}
		}
	}, nil},
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
				spin(time.Microsecond)
			}
			return v%2 == 0
		}, par.On(p))
	}, nil},
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
	}, nil},
	{"each", func(p *skua.Pool, d *diary) {
		tree := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			d.note(n)
			spin(2 * time.Microsecond)
			if n > 80 {
				return 1
			}
			var leaves [4]int
			f.Each([]int{4*n + 1, 4*n + 2, 4*n + 3, 4*n + 4}, leaves[:])
			return leaves[0] + leaves[1] + leaves[2] + leaves[3]
		})
		tree.On(p, 0)
	}, nil},
	{"limits", func(p *skua.Pool, d *diary) {
		s := skua.NewScope(context.Background(), p)
		for _, limit := range []int{0, 2, 3, 0, 1} {
			s.SetLimit(limit)
			for k := range 15 {
				s.Go(func(*skua.Worker) error {
					d.note(100*limit + k)
					spin(5 * time.Microsecond)
					return nil
				})
			}
			if err := s.Wait(); err != nil {
				panic(err)
			}
		}
	}, nil},
	{"tables of workers", func(p *skua.Pool, d *diary) {
		words := make([]int, 300_000)
		for k := range words {
			words[k] = k * 7001 % 1_000_003
		}
		note := func(v int) int {
			if v%5000 == 0 {
				d.note(v)
			}
			return v % 10
		}
		_ = par.Histogram(words, 10, note, par.On(p))
		_ = par.CountBy(words, note, par.On(p))
		_ = par.TopKFunc(words, 10, func(a, b int) int { return note(a) - note(b) }, par.On(p))
		par.Sort(words, par.On(p)) // by radix, with a dealer for each worker
		par.For(100, func(i int) { d.note(i) }, par.On(p))
	}, nil},
	{"callers in line", func(p *skua.Pool, d *diary) {
		var wg sync.WaitGroup
		wg.Go(func() {
			for range 4 {
				par.For(40, func(i int) { d.note(i); spin(2 * time.Microsecond) }, par.On(p))
			}
		})
		wg.Go(func() {
			for range 4 {
				par.For(40, func(i int) { d.note(1000 + i); spin(2 * time.Microsecond) }, par.On(p))
			}
		})
		wg.Go(func() {
			for range 4 {
				s := skua.NewScope(context.Background(), p)
				for k := range 20 {
					s.Go(func(*skua.Worker) error { d.note(2000 + k); spin(2 * time.Microsecond); return nil })
				}
				if err := s.Wait(); err != nil {
					panic(err)
				}
			}
		})
		wg.Wait()
	}, []skua.Option{skua.WithGuests(1)}},
	{"contexts that end", func(p *skua.Pool, d *diary) {
		var wg sync.WaitGroup
		for range 4 {
			ctx, cancel := context.WithCancel(context.Background())
			inside := make(chan bool)
			wg.Go(func() {
				_ = p.Run(context.Background(), func(w *skua.Worker) error {
					close(inside)
					par.For(40, func(i int) { d.note(i); spin(2 * time.Microsecond) }, par.On(w))
					cancel()
					par.For(40, func(i int) { d.note(100 + i); spin(2 * time.Microsecond) }, par.On(w))
					return nil
				})
			})
			<-inside
			if p.Run(ctx, func(*skua.Worker) error { d.note(1000); return nil }) == nil {
				panic("the call was not stopped") // in line, or before
			}
			wg.Wait()
		}
	}, []skua.Option{skua.WithGuests(1)}},
	{"twelve workers", func(p *skua.Pool, d *diary) { // which count what is over of a loop in groups
		for range 3 {
			par.For(200, func(i int) { d.note(i); spin(3 * time.Microsecond) }, par.On(p))
		}
	}, []skua.Option{skua.WithWorkers(12)}},
	{"a call after Close", func(p *skua.Pool, d *diary) {
		par.For(60, func(i int) { d.note(i); spin(3 * time.Microsecond) }, par.On(p))
		_ = p.Close()
		if err := p.Run(context.Background(), func(*skua.Worker) error { return nil }); err != skua.ErrClosed {
			panic(err)
		}
	}, nil},
}

// maker is steals.Record or steals.Replay.
type maker func(file string, options ...skua.Option) (*skua.Pool, error)

// run runs the program on a new pool, and returns what it comes to and what Close says.
func run(t *testing.T, prog program, pool maker, file string) (d *diary, err error) {
	t.Helper()
	p, err := pool(file, append([]skua.Option{skua.WithWorkers(4)}, prog.options...)...)
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
