package verify

import (
	"context"
	"errors"
	"flag"
	"runtime"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func TestMain(m *testing.M) {
	// More than rapid's 100 checks of 30 steps; the command line may say otherwise.
	flag.Set("rapid.checks", "2000")
	flag.Set("rapid.steps", "100")
	goleak.VerifyTestMain(m)
}

// TestDefaultLeavesNothing wants the default pool, which nobody closes, to leave no goroutine either,
// some time after the last call.
func TestDefaultLeavesNothing(t *testing.T) {
	goleak.VerifyNone(t)
	par.For(1<<20, func(int) {})
	par.For(64, func(int) { time.Sleep(time.Millisecond) }, par.Grain(1))
	if skua.Default().Stats().Residents == 0 {
		t.Error("no worker has begun")
	}
	expect.Eventually(t, "no goroutine is left", func() bool { return goleak.Find() == nil })
	if n := skua.Default().Stats().Residents; n > 0 {
		t.Errorf("%d workers are left, of which goleak knows nothing", n)
	}
}

// TestCloseLeavesNothing closes pools after each way in which work can end.
func TestCloseLeavesNothing(t *testing.T) {
	planned := errors.New("planned")
	for name, use := range map[string]func(p *skua.Pool){
		"unused": func(p *skua.Pool) {},
		"forked": func(p *skua.Pool) { tree.On(p, 1<<12) },
		"scope": func(p *skua.Pool) {
			s := skua.NewScope(context.Background(), p)
			for range 100 {
				s.Go(func(w *skua.Worker) error { tree.On(w, 100); return nil })
			}
			s.Wait()
		},
		"panicked": func(p *skua.Pool) {
			defer func() { _ = recover() }()
			skua.Join(p, func(*skua.Worker) { panic(planned) }, func(*skua.Worker) {})
		},
		"exited": func(p *skua.Pool) {
			ended := make(chan bool)
			go func() {
				defer close(ended)
				s := skua.NewScope(context.Background(), p)
				for range 10 {
					s.Go(func(*skua.Worker) error { runtime.Goexit(); return nil })
				}
				s.Wait()
			}()
			<-ended
		},
		"cancelled": func(p *skua.Pool) {
			ctx, cancel := context.WithCancel(context.Background())
			p.Run(ctx, func(w *skua.Worker) error {
				cancel()
				tree.On(w, 1<<20)
				return nil
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			for _, workers := range []int{1, 2, 8} {
				p, err := skua.New(skua.WithWorkers(workers))
				if err != nil {
					t.Fatal(err)
				}
				use(p)
				if err := p.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
