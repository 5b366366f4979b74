package skua

import (
	"context"
	"errors"
	"testing"
	"time"
)

func seqFib(n int) int {
	if n < 2 {
		return n
	}
	return seqFib(n-1) + seqFib(n-2)
}

func fibBody(f *Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a := fibBody(f.Fork(n-2), n-1)
	b, done := f.Join()
	if !done {
		b = fibBody(f, n-2)
	}
	return a + b
}

var fibFunc = NewFunc(fibBody)

func TestSmoke(t *testing.T) {
	for _, p := range []int{1, 2, 8} {
		for _, ex := range []string{"one", "half"} {
			for _, keep := range []string{"hungry", "always", "never"} {
				pool, err := New(WithWorkers(p), WithExpose(ex), WithKeep(keep))
				if err != nil {
					t.Fatal(err)
				}
				t0 := time.Now()
				if got := fibFunc.On(pool, 32); got != 2178309 {
					t.Fatal(got)
				}
				d := time.Since(t0)
				s := pool.Stats()
				pool.Close()
				t.Log(p, ex, keep, d, s)
			}
		}
	}
	t0 := time.Now()
	seqFib(32)
	t.Log("seq", time.Since(t0))
}

func TestScopeSmoke(t *testing.T) {
	for _, p := range []int{1, 2, 8} {
		pool, _ := New(WithWorkers(p))
		s := NewScope(context.Background(), pool)
		for range 100 {
			s.Go(func(w *Worker) error {
				in := NewScope(context.Background(), w)
				for range 10 {
					w.Go(in, func(w *Worker) error { fibFunc.On(w, 10); return nil })
				}
				return in.Wait()
			})
		}
		if err := s.Wait(); err != nil {
			t.Fatal(err)
		}
		e := errors.New("x")
		if err := pool.Run(context.Background(), func(w *Worker) error { return e }); err != e {
			t.Fatal(err)
		}
		t.Log(pool.Stats())
		pool.Close()
	}
}
