package strand_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/strand"
)

// TestLoop_million appends a million indices, or by day a fifth of it.
func TestLoop_million(t *testing.T) {
	onPools(t, func(t *testing.T, p *skua.Pool) {
		n := expect.Size(200_000, 200_000, 1_000_000)
		r := strand.NewAppender[int]()
		(&skua.Loop{To: n, Body: func(part *skua.Part) {
			view := r.View()
			for part.Next() {
				*view = append(*view, part.Index())
			}
		}}).Run(p)
		wantCount(t, r.Value(), n)
		t.Logf("%d steals", p.Stats().Steals)
	})
}

// TestNewAdder: what all workers add comes together, and wraps as T does.
func TestNewAdder(t *testing.T) {
	onPools(t, func(t *testing.T, p *skua.Pool) {
		const n = 20_000
		total, small := strand.NewAdder[int](), strand.NewAdder[uint8]()
		(&skua.Loop{To: n, Body: func(part *skua.Part) {
			for part.Next() {
				*total.View() += part.Index()
				*small.View()++
			}
		}}).Run(p)
		if got, want := total.Value(), n*(n-1)/2; got != want {
			t.Errorf("the sum is %d, want %d", got, want)
		}
		if got, want := small.Value(), uint8(n%256); got != want {
			t.Errorf("the uint8 is %d, want %d", got, want)
		}
	})
}

// spin makes an index long enough to be worth a steal, and lets other workers come.
func spin(i int) {
	for begun := time.Now(); time.Since(begun) < 2*time.Microsecond; {
	}
	if i%64 == 0 {
		runtime.Gosched()
	}
}

// TestLoop_stress runs loops of one grain, nested and with forks, that all workers steal from all the time.
func TestLoop_stress(t *testing.T) {
	p, err := skua.New(skua.WithWorkers(64))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	untilStolen(t, p, func() {
		const n, m = 40, 20
		r := strand.NewAppender[int]()
		p.Run(context.Background(), func(w *skua.Worker) error {
			add(r, 0)
			(&skua.Loop{To: n, Grain: 1, Body: func(part *skua.Part) {
				for part.Next() {
					i := part.Index()
					add(r, 1+i*(m+3))
					(&skua.Loop{To: m, Grain: 1, Body: func(inner *skua.Part) {
						for inner.Next() {
							spin(inner.Index())
							add(r, 2+i*(m+3)+inner.Index())
						}
					}}).Run(part.Worker())
					skua.Join(part.Worker(), func(*skua.Worker) { spin(0); add(r, 2+i*(m+3)+m) },
						func(*skua.Worker) { add(r, 3+i*(m+3)+m) })
				}
			}}).Run(w)
			add(r, 1+n*(m+3))
			return nil
		})
		wantCount(t, r.Value(), 2+n*(m+3))
	})
}

// TestLoop_panics: a loop that fails keeps what its maker did before it stole, and nothing is lost that
// came before or after it.
func TestLoop_panics(t *testing.T) {
	p := two(t)
	r := strand.NewReducer(func() int { return 0 }, func(left, right int) int { return left + right })
	err := p.Run(context.Background(), func(w *skua.Worker) error {
		*r.View() += 1000
		err := skua.Try(w, func() {
			(&skua.Loop{To: 100, Grain: 1, Body: func(part *skua.Part) {
				for part.Next() {
					spin(0)
					*r.View()++
					if part.Index() == 60 {
						panic("planned")
					}
				}
			}}).Run(w)
		})
		*r.View() += 1000
		return err
	})
	if err == nil {
		t.Error("the panic did not come out")
	}
	if v := r.Value(); v < 2000 || v > 2100 {
		t.Errorf("the value is %d, want 2000 and one for each index at most", v)
	}
	first := r.Value()
	(&skua.Loop{To: 100, Grain: 1, Body: func(part *skua.Part) {
		for part.Next() {
			spin(0)
			*r.View()++
		}
	}}).Run(p)
	if v := r.Value() - first; v != 100 {
		t.Errorf("a loop after the one that failed adds %d, want 100", v)
	}
}

// TestLoop_mergePanics: a panic of merge comes out of the loop, and the pool goes on.
func TestLoop_mergePanics(t *testing.T) {
	p := two(t)
	r := strand.NewReducer(func() int { return 0 }, func(left, right int) int {
		if left == 7 && right == 1 {
			panic("merge")
		}
		return left
	})
	for range 100 {
		var inside atomic.Int32
		err := p.Run(context.Background(), func(w *skua.Worker) error {
			return skua.Try(w, func() {
				(&skua.Loop{To: 2, Grain: 1, Body: func(part *skua.Part) {
					for part.Next() {
						*r.View() = []int{7, 1}[part.Index()]
						inside.Add(1)
						for begun := time.Now(); inside.Load() < 2 && time.Since(begun) < 100*time.Millisecond; {
							runtime.Gosched() // for the other worker, which takes the other index mostly
						}
					}
				}}).Run(w)
			})
		})
		var failure *skua.PanicError
		if errors.As(err, &failure) {
			return // it has come out
		}
	}
	t.Error("a merge that panics at the end of a loop goes unseen")
}
