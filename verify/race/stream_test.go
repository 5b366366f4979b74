//go:build race

package race

import (
	"context"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// few is how many values the sequences here have: such as a test has of a program.
const few = 30

func init() {
	drop := func(seq iter.Seq[int]) { seq(func(int) bool { return true }) }
	drop2 := func(seq iter.Seq2[int, error]) { seq(func(int, error) bool { return true }) }
	background := context.Background()
	for name, over := range map[string]func(seq iter.Seq[int], f func(), o par.Option){
		"ForSeq": func(seq iter.Seq[int], f func(), o par.Option) { par.ForSeq(seq, func(int) { f() }, o) },
		"ForSeqErr": func(seq iter.Seq[int], f func(), o par.Option) {
			par.ForSeqErr(background, seq, func(context.Context, int) error { f(); return nil }, o)
		},
		"MapSeq": func(seq iter.Seq[int], f func(), o par.Option) {
			drop(par.MapSeq(seq, func(v int) int { f(); return v }, o))
		},
		"MapSeq, unordered": func(seq iter.Seq[int], f func(), o par.Option) {
			drop(par.MapSeq(seq, func(v int) int { f(); return v }, o, par.Unordered()))
		},
		"MapSeqErr": func(seq iter.Seq[int], f func(), o par.Option) {
			drop2(par.MapSeqErr(background, seq, func(_ context.Context, v int) (int, error) { f(); return v, nil }, o))
		},
		"FilterSeq": func(seq iter.Seq[int], f func(), o par.Option) {
			drop(par.FilterSeq(seq, func(v int) bool { f(); return true }, o))
		},
		"FlatMapSeq": func(seq iter.Seq[int], f func(), o par.Option) {
			drop(par.FlatMapSeq(seq, func(v int) []int { f(); return []int{v} }, o))
		},
		"MapSeq2Err": func(seq iter.Seq[int], f func(), o par.Option) {
			pairs := func(yield func(int, error) bool) { seq(func(v int) bool { return yield(v, nil) }) }
			drop2(par.MapSeq2Err(background, pairs, func(_ context.Context, v int) (int, error) { f(); return v, nil }, o))
		},
	} {
		values := slices.Values(make([]int, few))
		forms["few/"+name] = func(pool *skua.Pool, act func()) { over(values, act, par.On(pool)) }
		forms["few, in a task/"+name] = func(pool *skua.Pool, act func()) {
			skua.Join(pool, func(w *skua.Worker) { over(values, act, par.On(w)) }, func(*skua.Worker) {})
		}
		races["the sequence and a call/"+name] = func() {
			act := plainly()
			run(func(pool *skua.Pool, _ func()) { over(actingAt(few/2, act), first(act), par.On(pool)) }, nil)
		}
	}
	races["the sequence and the body of the range"] = func() {
		act := plainly()
		run(func(pool *skua.Pool, _ func()) {
			once := first(act)
			for range par.MapSeq(actingAt(few-1, act), func(v int) int { return v }, par.On(pool)) {
				once()
			}
		}, nil)
	}
}

// actingAt acts before it yields value at.
func actingAt(at int, act func()) iter.Seq[int] {
	return func(yield func(int) bool) {
		for v := range few {
			if v == at {
				act()
			}
			if !yield(v) {
				return
			}
		}
	}
}

// first returns what acts at its first call only.
func first(act func()) func() {
	acted := make(chan struct{}, 1)
	acted <- struct{}{}
	return func() {
		select {
		case <-acted:
			act()
		default:
		}
	}
}

// TestStream_left leaves a range whose caller reads the sequence itself, as the caller makes room for
// one more call: no result comes after that.
func TestStream_left(t *testing.T) {
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	skua.Join(pool, func(w *skua.Worker) {
		for v := range par.MapSeq(slices.Values(make([]int, 10*few)), func(v int) int { return v }, par.On(w)) {
			if v == 0 {
				break
			}
		}
	}, func(*skua.Worker) {})
}

// TestStream_cancelled ends the run in which a range waits for a sequence: the detector has nothing to say.
func TestStream_cancelled(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	ctx, cancel := context.WithCancel(context.Background())
	waits := make(chan int)
	defer close(waits)
	waiting := func(yield func(int) bool) {
		if yield(0) {
			<-waits
		}
	}
	err := pool.Run(ctx, func(w *skua.Worker) error {
		for range par.MapSeq(waiting, func(v int) int { return v }) {
			go cancel()
		}
		return nil
	})
	if err != context.Canceled {
		t.Error("Run returned", err)
	}
}
