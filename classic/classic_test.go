package classic

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
)

// configs are all deques × policies × victims × amounts, on a few workers.
func configs() (all []Config) {
	for d := range Locked + 1 {
		for v := range FirstVictim + 1 {
			for a := range Half + 1 {
				for _, b := range []Balance{{}, {Mu: 1}, {Mu: 0.25}, {Factor: 2}} {
					all = append(all, Config{Workers: 1 + len(all)%4, Deque: d, Victim: v, Amount: a, Balance: b, Capacity: 64, Seed: uint64(len(all))})
				}
			}
		}
		all = append(all, Config{Workers: 3, Deque: d, Alone: true, Capacity: 16})
	}
	return all
}

func (c Config) label() string {
	return fmt.Sprintf("workers=%d/deque=%v/victim=%v/amount=%v/mu=%v/factor=%v/alone=%v", c.Workers, c.Deque, c.Victim, c.Amount, c.Balance.Mu, c.Balance.Factor, c.Alone)
}

func start(t *testing.T, c Config) *Pool {
	t.Helper()
	p, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func fib(w *Worker, n int) int {
	if n < 2 {
		return n
	}
	b := Fork(w, fib, n-2)
	return fib(w, n-1) + b.Join(w)
}

// comb forks n times before it joins, and each of them is a shorter one.
func comb(w *Worker, n int) int {
	forks := make([]*Future[int, int], n)
	for k := range forks {
		forks[k] = Fork(w, comb, k)
	}
	sum := 1
	for k := range forks {
		sum += forks[n-1-k].Join(w)
	}
	return sum
}

// spread spawns a tree of tasks, which count themselves.
func spread(n *atomic.Int64, depth int) func(w *Worker) {
	return func(w *Worker) {
		n.Add(1)
		for k := range depth {
			w.Spawn(spread(n, k))
		}
	}
}

// TestSameAnswers: forks, spawned tasks, batches and tasks from outside have the same results always.
func TestSameAnswers(t *testing.T) {
	for _, c := range configs() {
		t.Run(c.label(), func(t *testing.T) {
			p := start(t, c)
			defer p.Close()
			for range 3 {
				var a, b int
				var n, m, k atomic.Int64
				p.Run(func(w *Worker) { a, b = fib(w, 13), comb(w, 7) })
				p.Batch(nil, []func(*Worker){spread(&n, 6), spread(&n, 5)}, []func(*Worker){spread(&n, 5)})
				p.Run(func(w *Worker) {
					w.Run(spread(&m, 7))
					if got := m.Load(); got != 128 {
						t.Errorf("Worker.Run returned after %d tasks of 128", got)
					}
				})
				s := p.NewScope()
				for to := range p.Workers() {
					s.Spawn(spread(&k, 4))
					s.SpawnTo(to, func(w *Worker) {
						if c.Alone && w.ID() != to {
							t.Errorf("a task for worker %d ran on %d", to, w.ID())
						}
						k.Add(1)
					})
				}
				s.Wait()
				if a != 233 || b != 128 || n.Load() != 128 || k.Load() != int64(17*p.Workers()) {
					t.Errorf("fib is %d, want 233; comb is %d, want 128; a batch counted %d, want 128; a scope %d, want %d", a, b, n.Load(), k.Load(), 17*p.Workers())
				}
			}
			if s := p.Stats(); s.Forks != 3*(376+127) || (c.Workers == 1 || c.Alone) && s.Steals != 0 {
				t.Errorf("counted %+v", s)
			}
			empty(t, p)
		})
	}
}

// empty wants no task left in a pool.
func empty(t *testing.T, p *Pool) {
	t.Helper()
	for _, w := range p.workers {
		if !w.inbox.Empty() || w.deque.Len() != 0 {
			t.Errorf("worker %d has a task left", w.id)
		}
	}
}

// TestSteals: a task that waits for two others on two more workers makes them steal, with each config.
// When all is done all three lie down.
func TestSteals(t *testing.T) {
	for _, c := range configs() {
		if c.Alone {
			continue
		}
		c.Workers = 3
		t.Run(c.label(), func(t *testing.T) {
			p := start(t, c)
			defer p.Close()
			var inside atomic.Int32
			p.Run(func(w *Worker) {
				for range 2 {
					w.Spawn(func(*Worker) {
						inside.Add(1)
						for inside.Load() < 3 {
							runtime.Gosched()
						}
					})
				}
				for inside.Add(1); inside.Load() < 3; {
					Fork(w, fib, 1).Join(w) // the owner of a split deque looks
					runtime.Gosched()
					if inside.Load() > 2 {
						break
					}
				}
			})
			if s := p.Stats(); s.Steals < 1 || s.Attempts < s.Steals && c.Amount == One {
				t.Errorf("counted %+v, want a steal at least", s)
			}
			for end := time.Now().Add(time.Minute); asleep(p.sleep.word.Load()) < 3; runtime.Gosched() {
				if time.Now().After(end) {
					t.Fatal("a worker searches for ever")
				}
			}
		})
	}
}

// TestWorker_Spawn_full: what a bounded deque has no room for runs all the same.
func TestWorker_Spawn_full(t *testing.T) {
	for _, d := range []Deque{ABP, StealHalf} {
		p := start(t, Config{Workers: 1, Deque: d, Capacity: 8})
		var n atomic.Int64
		sum := 0
		p.Run(func(w *Worker) {
			for range 100 {
				w.Spawn(func(*Worker) { n.Add(1) })
			}
			sum = comb(w, 9)
		})
		if n.Load() != 100 || sum != 512 {
			t.Errorf("%v: %d tasks ran, want 100; comb is %d, want 512", d, n.Load(), sum)
		}
		p.Close()
	}
}

// TestBalance_due compares the policies with their sources' rules.
func TestBalance_due(t *testing.T) {
	r, tries := rand.New(rand.NewPCG(1, 2)), 0
	for range 10_000 {
		if (Balance{Mu: 0.5}).due(5, 0, r.Uint64()) {
			tries++
		}
	}
	if tries < 800 || tries > 1200 {
		t.Errorf("with µ = 1/2 and 5 tasks, %d tries of 10,000, want about 1,000", tries)
	}
	for _, c := range []struct {
		length, last int
		due          bool
	}{{1, 0, false}, {2, 0, true}, {3, 2, false}, {4, 2, true}, {4, 8, true}, {5, 8, false}} {
		if got := (Balance{Factor: 2}).due(c.length, c.last, 0); got != c.due {
			t.Errorf("factor 2, %d tasks after %d: due is %v", c.length, c.last, got)
		}
	}
	if (Balance{}).due(3, 0, 0) {
		t.Error("steal-on-empty is due with tasks")
	}
}

// TestNew_wrong wants an error that names the field and what is allowed.
func TestNew_wrong(t *testing.T) {
	for _, c := range []struct {
		config Config
		words  string
	}{
		{Config{Workers: -1}, "Workers is -1: want 1 to 4096"},
		{Config{Workers: 5000}, "Workers is 5000"},
		{Config{Capacity: 1<<24 + 1}, "Capacity is 16777217: want 1 to 16777216"},
		{Config{Deque: 77}, "Deque is 77, which is none of ChaseLev ABP"},
		{Config{Amount: 2}, "Amount is 2, which is none of One Half"},
		{Config{Victim: 9}, "Victim is 9, which is none of RandomVictim"},
		{Config{Balance: Balance{Mu: 1.5}}, "Mu:1.5"},
		{Config{Balance: Balance{Factor: 1}}, "Factor above 1"},
		{Config{Balance: Balance{Mu: 1, Factor: 2}}, "want none"},
	} {
		if _, err := New(c.config); err == nil || !strings.HasPrefix(err.Error(), "classic: ") || !strings.Contains(err.Error(), c.words) {
			t.Errorf("error %v, want %q", err, c.words)
		}
	}
}

// panicked returns what f panics with.
func panicked(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func wantMisuse(t *testing.T, what string, f func()) {
	t.Helper()
	text := fmt.Sprint(panicked(f))
	if !strings.Contains(text, "classic: ") || !strings.Contains(text, what) {
		t.Errorf("panicked with %.100q, want \"classic: … %s\"", text, what)
	}
}

func TestMisuse(t *testing.T) {
	p := start(t, Config{Workers: 2})
	s := p.NewScope()
	s.Wait()
	wantMisuse(t, "second Wait", s.Wait)
	wantMisuse(t, "Spawn in a Scope that has ended", func() { s.Spawn(func(*Worker) {}) })
	for _, worker := range []int{-1, 2} {
		wantMisuse(t, "want 0 to 1", func() { s.SpawnTo(worker, func(*Worker) {}) })
	}
	wantMisuse(t, "before it joined", func() { p.Run(func(w *Worker) { Fork(w, fib, 3) }) })
	wantMisuse(t, "not the newest", func() {
		p.Run(func(w *Worker) {
			f := Fork(w, fib, 3)
			Fork(w, fib, 3)
			f.Join(w)
		})
	})
	empty(t, p)
	p.Close()
	wantMisuse(t, "second Close", p.Close)
	wantMisuse(t, "closed pool", func() { p.NewScope() })
}

// TestPanics: a panic comes out with its value, the other tasks of its scope run, and the pool goes on.
func TestPanics(t *testing.T) {
	bang := errors.New("bang")
	for d := range Locked + 1 {
		p := start(t, Config{Workers: 3, Deque: d})
		var n atomic.Int64
		for what, f := range map[string]func(w *Worker){
			"task":   func(*Worker) { panic(bang) },
			"spawn":  func(w *Worker) { w.Spawn(func(*Worker) { panic(bang) }); w.Spawn(spread(&n, 3)) },
			"Run":    func(w *Worker) { w.Run(func(w *Worker) { w.Spawn(func(*Worker) { panic(bang) }) }) },
			"fork":   func(w *Worker) { Fork(w, func(*Worker, int) int { panic(bang) }, 0).Join(w) },
			"beside": func(w *Worker) { Fork(w, fib, 15); Fork(w, fib, 10); panic(bang) },
			"deep":   func(w *Worker) { bomb(w, 8, bang) },
		} {
			for range 5 {
				e, ok := panicked(func() { p.Run(f) }).(*PanicError)
				if !ok || e.Value != bang || len(e.Stack) == 0 || !strings.Contains(e.Error(), "bang") {
					t.Errorf("%v, %s: panicked with %v", d, what, e)
				}
			}
		}
		e, _ := panicked(func() { p.Run(func(w *Worker) { w.Spawn(spread(&n, 3)); runtime.Goexit() }) }).(*PanicError)
		if e == nil || !strings.Contains(e.Error(), "Goexit") {
			t.Errorf("%v: after Goexit panicked with %v", d, e)
		}
		p.Run(func(w *Worker) {
			if fib(w, 12) != 144 {
				t.Error("a wrong answer after panics")
			}
		})
		if got := n.Load(); got != 6*8 {
			t.Errorf("%v: %d tasks ran beside panics, want 48", d, got)
		}
		empty(t, p)
		p.Close()
	}
}

// bomb is a tree of forks, one leaf of which panics.
func bomb(w *Worker, depth int, with error) int {
	if depth == 0 {
		panic(with)
	}
	f := Fork(w, fib, depth)
	g := Fork(w, func(w *Worker, depth int) int { return bomb(w, depth, with) }, depth-1)
	return g.Join(w) + f.Join(w)
}

// TestClose: nobody is left, and Close waits for tasks that run.
func TestClose(t *testing.T) {
	p := start(t, Config{Workers: 4})
	var n atomic.Int64
	inside, gone := make(chan bool), make(chan bool)
	s := p.NewScope()
	s.Spawn(func(w *Worker) {
		close(inside)
		<-gone
		spread(&n, 5)(w)
	})
	<-inside
	var closing sync.WaitGroup
	closing.Go(p.Close)
	close(gone)
	s.Wait()
	closing.Wait()
	if n.Load() != 32 || !p.alive.isOpen() {
		t.Errorf("%d tasks ran, want 32; all workers have ended: %v", n.Load(), p.alive.isOpen())
	}
}

// TestStress runs random programs on pools of random configs, from several goroutines.
func TestStress(t *testing.T) {
	const seed = 42
	r := rand.New(rand.NewPCG(seed, 0))
	all := configs()
	for range expect.Size(15, 40, 40) {
		c := all[r.IntN(len(all))]
		c.Workers, c.Capacity = 1+r.IntN(6), 1+r.IntN(64)
		p := start(t, c)
		var callers sync.WaitGroup
		for range 1 + r.IntN(3) {
			seed := r.Uint64()
			callers.Go(func() {
				var ran, made atomic.Int64
				s := p.NewScope()
				draw := rand.New(rand.NewPCG(seed, 1))
				for range 20 {
					made.Add(1)
					f := random(&ran, &made, draw.Uint64(), 6)
					if draw.IntN(2) == 0 {
						s.Spawn(f)
					} else {
						s.SpawnTo(draw.IntN(p.Workers()), f)
					}
				}
				s.Wait()
				if ran.Load() != made.Load() {
					t.Errorf("seed %d, %s: %d tasks ran of %d", seed, c.label(), ran.Load(), made.Load())
				}
			})
		}
		callers.Wait()
		empty(t, p)
		p.Close()
	}
}

// random is a task that spawns, forks, runs scopes, balances, and panics inside of scopes, as its seed says.
func random(ran, made *atomic.Int64, seed uint64, depth int) func(w *Worker) {
	return func(w *Worker) {
		r := rand.New(rand.NewPCG(seed, uint64(depth)))
		for range r.IntN(min(depth, 3) + 1) {
			made.Add(1)
			child := random(ran, made, r.Uint64(), depth-1)
			switch r.IntN(5) {
			case 0, 1:
				w.Spawn(child)
			case 2:
				w.Run(child)
			case 3:
				f := Fork(w, func(w *Worker, k int) int { child(w); return k }, 7)
				w.Balance()
				if got := f.Join(w); got != 7 {
					panic(fmt.Sprint("a fork returned ", got))
				}
			case 4:
				panicked(func() { w.Run(func(w *Worker) { child(w); panic("drawn") }) })
			}
		}
		ran.Add(1)
	}
}
