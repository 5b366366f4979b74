package verify

import (
	"bytes"
	"context"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/skua-go/skua"
)

// ways are the kinds of work that a thief takes. Each runs burn on a resident of w's pool, and
// returns when that has ended.
var ways = []struct {
	name string
	run  func(w *skua.Worker, burn func())
}{
	{"fork", func(w *skua.Worker, burn func()) {
		var stolen atomic.Bool
		skua.Join(w, func(w *skua.Worker) {
			for !stolen.Load() {
				w.Poll()
				runtime.Gosched()
			}
		}, func(*skua.Worker) { stolen.Store(true); burn() })
	}},
	{"loop", func(w *skua.Worker, burn func()) { stolenLoop(w, burn) }},
	{"spawned", func(w *skua.Worker, burn func()) {
		var over atomic.Bool
		scope := skua.NewScope(w.Context(), w)
		scope.Go(func(*skua.Worker) error { burn(); over.Store(true); return nil })
		for !over.Load() {
			w.Poll()
			runtime.Gosched()
		}
		scope.Wait()
	}},
}

// stolenLoop runs a loop of two indices at p, one of them on a resident, which runs burn.
func stolenLoop(p skua.Place, burn func()) {
	var over atomic.Bool
	loop := skua.Loop{To: 2, Grain: 1, Workers: 2, Body: func(p *skua.Part) {
		for p.Next() {
			if p.Index() > 0 { // thieves take from the high end
				burn()
				over.Store(true)
				continue
			}
			for !over.Load() {
				runtime.Gosched()
			}
		}
	}}
	loop.Run(p)
}

// TestLabels takes profiles: samples of stolen work carry the labels of the context of the
// call that it belongs to. After the call no goroutine has them, and no sample of the next call.
func TestLabels(t *testing.T) {
	p, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			blue := pprof.WithLabels(t.Context(), pprof.Labels("request", "blue"))
			all := profileOf(t, func() { call(t, p, blue, way.run) })
			for _, s := range all.Sample {
				if names := namesOf(s); stolen(names) && !slices.Equal(s.Label["request"], []string{"blue"}) {
					t.Errorf("a sample of stolen work has the label %q, want blue: %q", s.Label["request"], names)
				}
			}
			for begin := time.Now(); labelledGoroutines(t) > 0; runtime.Gosched() {
				if time.Since(begin) > time.Minute {
					t.Fatal("a goroutine has the label a minute after the call")
				}
			}
			all = profileOf(t, func() { call(t, p, t.Context(), way.run) })
			for _, s := range all.Sample {
				if label := s.Label["request"]; label != nil {
					t.Errorf("after the call a sample has the label %q: %q", label, namesOf(s))
				}
			}
		})
	}
}

func call(t *testing.T, p *skua.Pool, ctx context.Context, run func(w *skua.Worker, burn func())) {
	if err := p.Run(ctx, func(w *skua.Worker) error { run(w, burnStolen); return nil }); err != nil {
		t.Error(err)
	}
}

// stolen reports whether names are a stack of burnStolen on a resident.
func stolen(names []string) bool {
	return inside(names, "verify.burnStolen") && !inside(names, "verify.call")
}

// profileOf returns what the program did while f ran, twice as often in each profile until ten samples
// or more are of stolen work: where other programs run there are few.
func profileOf(t *testing.T, f func()) *profile.Profile {
	t.Helper()
	for calls := 2; calls <= 1<<10; calls *= 2 {
		found := int64(0)
		var buf bytes.Buffer
		if err := pprof.StartCPUProfile(&buf); err != nil {
			t.Fatal(err)
		}
		for range calls {
			f()
		}
		pprof.StopCPUProfile()
		p, err := profile.Parse(&buf)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range p.Sample {
			if stolen(namesOf(s)) {
				found += s.Value[0]
			}
		}
		if found >= 10 {
			return p
		}
	}
	t.Fatal("no profile has ten samples of stolen work")
	return nil
}

// labelledGoroutines returns how many goroutines have the label now.
func labelledGoroutines(t *testing.T) (n int64) {
	t.Helper()
	var buf bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&buf, 0); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&buf)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range p.Sample {
		if s.Label["request"] != nil {
			n += s.Value[0]
		}
	}
	return n
}

// namesOf returns the functions on the sample's stack, the innermost first.
func namesOf(s *profile.Sample) (names []string) {
	for _, at := range s.Location {
		for _, line := range at.Line {
			names = append(names, line.Function.Name)
		}
	}
	return names
}

func inside(names []string, end string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(n, end) })
}

var burnt atomic.Uint64

//go:noinline
func burnStolen() {
	for begin := time.Now(); time.Since(begin) < 100*time.Millisecond; {
		x := uint64(1)
		for range 10_000 {
			x = x*6364136223846793005 + 1442695040888963407
		}
		burnt.Add(x)
	}
}
