package trace

import (
	"runtime"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/trace"
)

// threadTime returns how long the thread was on a processor.
func threadTime() time.Duration {
	const clockThreadCPUTime = 3 // CLOCK_THREAD_CPUTIME_ID
	var t syscall.Timespec
	if _, _, err := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clockThreadCPUTime, uintptr(unsafe.Pointer(&t)), 0); err != 0 {
		panic(err)
	}
	return time.Duration(t.Nano())
}

// meter adds up what the nodes of a program have computed. A node says how long it took, so that the
// program can add up its span. A span is 15 ms or more, so that what no node measures is little of it.
type meter struct{ work atomic.Int64 }

// bounds are those between which a span can be.
type bounds struct{ least, most time.Duration }

// exactly is a span that the program knows.
func exactly(d time.Duration) bounds { return bounds{d, d} }

// spun keeps what spin has computed, so that it is computed.
var spun atomic.Uint64

func spin(n int) {
	x := uint64(1)
	for range n {
		x = x*6364136223846793005 + 1442695040888963407
	}
	spun.Store(x) // ORDER: none: nobody reads it
}

// node computes for a while: a millisecond or so times n.
func (m *meter) node(n int) time.Duration {
	runtime.LockOSThread() // whose clock it is
	defer runtime.UnlockOSThread()
	begin := threadTime()
	spin(n * 800_000)
	d := threadTime() - begin
	m.work.Add(int64(d))
	return d
}

// fib computes in each node of the tree.
func (m *meter) fib(pool *skua.Pool) bounds {
	f := skua.NewFunc(func(fr *skua.Frame[int, time.Duration], n int) time.Duration {
		d := m.node(4)
		if n < 2 {
			return d
		}
		a, b := fr.Both(n-1, n-2)
		return d + max(a, b)
	})
	return exactly(f.On(pool, 6))
}

// product is the dag of a product of matrices: twice four products of half the size, one after the
// other.
func (m *meter) product(p skua.Place, depth int) (span time.Duration) {
	if depth == 0 {
		return m.node(4)
	}
	for range 2 {
		var each [4]time.Duration
		one := func(i int) func(w *skua.Worker) {
			return func(w *skua.Worker) { each[i] = m.product(w, depth-1) }
		}
		skua.Join(p,
			func(w *skua.Worker) { skua.Join(w, one(0), one(1)) },
			func(w *skua.Worker) { skua.Join(w, one(2), one(3)) })
		span += max(each[0], each[1], each[2], each[3])
	}
	return span
}

func (m *meter) chain(pool *skua.Pool) bounds {
	span := time.Duration(0)
	for range 10 {
		kit.Inside(pool, func(*skua.Worker) { span += m.node(2) })
	}
	return exactly(span)
}

// loop has a span between its mean index and its longest: a recording cannot tell the indices of one
// chunk apart and takes the mean of each chunk. To wake a worker takes up to 0.5 ms of the maker's time,
// which no node has measured.
func (m *meter) loop(pool *skua.Pool) bounds {
	var each [16]time.Duration
	(&skua.Loop{To: len(each), Body: func(p *skua.Part) {
		for p.Next() {
			each[p.Index()] = m.node(12)
		}
	}}).Run(pool)
	return bounds{time.Duration(m.work.Load() / int64(len(each))), slices.Max(each[:])}
}

func (m *meter) scope(pool *skua.Pool) bounds {
	var each [12]time.Duration
	kit.Inside(pool, func(w *skua.Worker) {
		s := skua.NewScope(w.Context(), w)
		for i := range each {
			w.Go(s, func(*skua.Worker) error { each[i] = m.node([]int{1, 2, 3, 10}[i%4]); return nil })
		}
		s.Wait()
	})
	return exactly(slices.Max(each[:]))
}

// TestSpan: work and span of a recording are those of the program's dag, as its nodes have measured
// them, up to 5 %. A recording that lost its processors often is not exact: one of some must be.
func TestSpan(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: measures, which an emulated processor cannot")
	}
	defer expect.Within(t, time.Minute)()
	for name, run := range map[string]func(m *meter, pool *skua.Pool) bounds{
		"fib":    (*meter).fib,
		"matmul": func(m *meter, pool *skua.Pool) bounds { return exactly(m.product(pool, 2)) },
		"chain":  (*meter).chain,
		"loop":   (*meter).loop,
		"scope":  (*meter).scope,
	} {
		t.Run(name, func(t *testing.T) {
			said := []string{}
			for range 20 {
				m, path := new(meter), bounds{}
				_, rec := recorded(t, 2, func(pool *skua.Pool) { path = run(m, pool) })
				work, span := inCalls(rec.Stop())
				if near(work, exactly(time.Duration(m.work.Load()))) && near(span, path) {
					return
				}
				said = append(said, time.Duration(work*1e9).String()+" for "+time.Duration(m.work.Load()).String()+
					", span "+time.Duration(span*1e9).String()+" for "+path.least.String()+" to "+path.most.String())
			}
			t.Errorf("work and span: %q", said)
		})
	}
}

// inCalls returns work and span without what the test itself did before and after the calls.
func inCalls(r *trace.Report) (work, span float64) {
	outside := 0.0
	for _, s := range r.Sites {
		if s.Kind == trace.OutsideSite {
			outside += s.Work
		}
	}
	return r.Span.Work - outside, r.Span.Span - outside
}

func near(seconds float64, want bounds) bool {
	return 0.95*want.least.Seconds() <= seconds && seconds <= 1.05*want.most.Seconds()
}
