package strand_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/strand"
)

// inTask runs f in a task of a pool of one worker.
func inTask(b *testing.B, f func(w *skua.Worker)) {
	p, err := skua.New(skua.WithWorkers(1))
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	skua.Join(p, f, func(*skua.Worker) {})
}

var plain int

// BenchmarkView adds to a plain variable, to a view that is asked for each time, and to one that is
// asked for once.
func BenchmarkView(b *testing.B) {
	r := strand.NewReducer(func() int { return 0 }, func(left, right int) int { return left + right })
	b.Run("plain", func(b *testing.B) {
		inTask(b, func(*skua.Worker) {
			for b.Loop() {
				plain++
			}
		})
	})
	b.Run("each", func(b *testing.B) {
		inTask(b, func(*skua.Worker) {
			for b.Loop() {
				*r.View()++
			}
		})
	})
	b.Run("once", func(b *testing.B) {
		inTask(b, func(*skua.Worker) {
			v := r.View()
			for b.Loop() {
				*v++
			}
		})
	})
	b.Run("eighth", func(b *testing.B) {
		inTask(b, func(*skua.Worker) {
			for range 7 {
				strand.NewReducer(func() int { return 0 }, func(left, right int) int { return left + right }).View()
			}
			for b.Loop() {
				*r.View()++
			}
		})
	})
	b.Run("outside", func(b *testing.B) {
		for b.Loop() {
			*r.View()++
		}
	})
}

// BenchmarkHolder finds scratch space in a strand that has it, and in a new one.
func BenchmarkHolder(b *testing.B) {
	h := strand.NewHolder(func() [64]byte { return [64]byte{} })
	b.Run("again", func(b *testing.B) {
		b.ReportAllocs()
		inTask(b, func(*skua.Worker) {
			for b.Loop() {
				h.View()[0]++
			}
		})
	})
	b.Run("call", func(b *testing.B) {
		p, err := skua.New(skua.WithWorkers(1))
		if err != nil {
			b.Fatal(err)
		}
		defer p.Close()
		touch := skua.NewFunc(func(*skua.Frame[int, int], int) int { h.View()[0]++; return 0 })
		b.ReportAllocs()
		for b.Loop() {
			touch.On(p, 0)
		}
	})
}

// BenchmarkExact adds floats exactly, and as float64.
func BenchmarkExact(b *testing.B) {
	var some [1024]float64
	for i := range some {
		some[i] = rand.NormFloat64()
	}
	b.Run("exact", func(b *testing.B) {
		var sum strand.Exact
		for i := 0; b.Loop(); i++ {
			sum.Add(some[i%1024])
		}
	})
	b.Run("float64", func(b *testing.B) {
		sum := 0.0
		for i := 0; b.Loop(); i++ {
			sum += some[i%1024]
		}
	})
}

// BenchmarkPedigree names a child, and draws a number.
func BenchmarkPedigree(b *testing.B) {
	b.Run("child", func(b *testing.B) {
		p := strand.NewPedigree(1)
		for b.Loop() {
			p = p.Child(0)
		}
	})
	b.Run("rand", func(b *testing.B) {
		r := strand.NewPedigree(1).Rand()
		for b.Loop() {
			r.Uint64()
		}
	})
	b.Run("pcg", func(b *testing.B) {
		r := rand.New(rand.NewPCG(1, 2))
		for b.Loop() {
			r.Uint64()
		}
	})
}

// BenchmarkSteal joins a task that the other worker has stolen: alone, and with a view on each side.
func BenchmarkSteal(b *testing.B) {
	p, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	r := strand.NewReducer(func() int { return 0 }, func(left, right int) int { return left + right })
	h := strand.NewHolder(func() int { return 0 })
	for name, f := range map[string]func(){"plain": func() {}, "view": func() { *r.View()++ }, "holder": func() { *h.View()++ }} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			p.Run(context.Background(), func(w *skua.Worker) error {
				for b.Loop() {
					stolen(w, f, f)
				}
				return nil
			})
		})
	}
}

// BenchmarkSpawn spawns and runs a thousand tasks on one worker, in a program without reducers, whose
// tasks have no turns, and in one with. The first is right in a process of its own only.
func BenchmarkSpawn(b *testing.B) {
	spawn := func(b *testing.B) {
		b.ReportAllocs()
		p, err := skua.New(skua.WithWorkers(1))
		if err != nil {
			b.Fatal(err)
		}
		defer p.Close()
		p.Run(context.Background(), func(w *skua.Worker) error {
			for b.Loop() {
				s := skua.NewScope(context.Background(), w)
				for range 1000 {
					w.Go(s, func(*skua.Worker) error { return nil })
				}
				s.Wait()
			}
			return nil
		})
	}
	b.Run("without", spawn)
	b.Run("with", func(b *testing.B) {
		strand.NewAppender[int]()
		spawn(b)
	})
}
