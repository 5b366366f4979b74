//skua:allow done every test here misuses frames
//skua:allow fork every test here misuses frames

package misuse

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/policy"
)

// stepFrame is the frame on which frames are misused.
type stepFrame = skua.Frame[kit.Step, int]

// Messages about misused frames, or what several have in common.
const (
	twice     = "skua: Fork on a Frame whose fork is not joined"
	unjoined  = "skua: github.com/skua-go/skua/internal/" // and the body's name
	early     = "skua: Join out of order: forks that came later are not joined"
	unforked  = "skua: Join without Fork"
	elsewhere = "skua: a call at a Frame whose fork is not joined"
	stranger  = "skua: a Frame is used by another goroutine than that of its task"
	forkOver  = "skua: Fork on a frame whose call has ended"
	joinOver  = "skua: Join on a frame whose call has ended"
)

// frameMisuse is a body that misuses frames, and what it is told.
type frameMisuse struct {
	name  string
	exact string // told in builds that count forks
	other string // told in other builds too, for certain; empty if it may go unseen there
	do    kit.Step
}

func idle(*stepFrame) {}

// stolen forks a task on f that a thief runs for certain, and returns the next frame.
func stolen(f *stepFrame) *stepFrame {
	begun := make(chan struct{})
	g := f.Fork(func(*stepFrame) { close(begun) })
	kit.Meet(g, begun)
	return g
}

// elsewhereDone runs use on another goroutine, and panics as it did.
func elsewhereDone(use func()) {
	c := make(chan any)
	go func() { c <- expect.Recovered(use) }()
	if v := <-c; v != nil {
		panic(v)
	}
}

// frameMisuses is the table. In builds that count forks every row is told. In others those
// are whose frames are public: where a thief has taken one, or tries to.
var frameMisuses = []frameMisuse{
	{"Fork without Join", unjoined, "", func(f *stepFrame) { f.Fork(idle) }},
	{"Fork without Join, stolen", unjoined, unjoined, func(f *stepFrame) { stolen(f) }},
	{"two Forks without Join", unjoined, "", func(f *stepFrame) { f.Fork(idle).Fork(idle) }},
	{"two Forks without Join, stolen", unjoined, unjoined, func(f *stepFrame) { stolen(stolen(f)) }},
	{"Fork without Join above a join", early, "", func(f *stepFrame) { f.Fork(idle).Fork(idle); f.Join() }},
	{"Fork without Join above a join, stolen", early, early, func(f *stepFrame) { stolen(stolen(f)); f.Join() }},
	{"Fork without Join above a join, one stolen", early, early, func(f *stepFrame) { stolen(f).Fork(idle); f.Join() }},
	{"two forks on a frame", twice, "", func(f *stepFrame) { f.Fork(idle); f.Fork(idle) }},
	{"two forks on a frame, stolen", twice, twice, func(f *stepFrame) { stolen(f); f.Fork(idle) }},
	{"Both on a forked frame, stolen", twice, twice, func(f *stepFrame) { stolen(f); f.Both(idle, idle) }},
	{"Each on a forked frame, stolen", twice, twice, func(f *stepFrame) { stolen(f); f.Each([]kit.Step{idle, idle}, make([]int, 2)) }},
	{"a fork below pending ones, stolen", twice, twice, func(f *stepFrame) { stolen(stolen(f)); f.Fork(idle) }},
	{"joins out of order", early, "", func(f *stepFrame) {
		g := f.Fork(idle)
		g.Fork(idle)
		f.Join()
		g.Join()
	}},
	{"joins out of order, stolen", early, early, func(f *stepFrame) {
		g := stolen(f)
		stolen(g)
		f.Join()
		g.Join()
	}},
	{"Join without Fork", unforked, "", func(f *stepFrame) { f.Join() }},
	{"Join twice", unforked, "", func(f *stepFrame) { f.Fork(idle); f.Join(); f.Join() }},
	{"Join twice, stolen", unforked, "", func(f *stepFrame) { stolen(f); f.Join(); f.Join() }},
	{"Join on what Fork returned", unforked, "", func(f *stepFrame) { f.Fork(idle).Join() }},

	{"recovered between", unjoined, "", func(f *stepFrame) { expect.Recovered(func() { f.Fork(idle); panic("x") }) }},
	{"recovered between, stolen", unjoined, unjoined, func(f *stepFrame) { expect.Recovered(func() { stolen(f); panic("x") }) }},
	{"recovered between, then Fork", twice, "", func(f *stepFrame) {
		expect.Recovered(func() { f.Fork(idle); panic("x") })
		f.Fork(idle)
	}},
	{"recovered between, then Fork, stolen", twice, twice, func(f *stepFrame) {
		expect.Recovered(func() { stolen(f); panic("x") })
		f.Fork(idle)
	}},
	{"recovered between, then Join below, stolen", early, early, func(f *stepFrame) {
		g := stolen(f)
		expect.Recovered(func() { stolen(g); panic("x") })
		f.Join()
	}},
	{"recovered around Both", unjoined, "", func(f *stepFrame) { expect.Recovered(func() { f.Both(func(*stepFrame) { panic("x") }, idle) }) }},
	{"recovered around Both, stolen", unjoined, unjoined, func(f *stepFrame) {
		begun := make(chan struct{})
		expect.Recovered(func() {
			f.Both(func(g *stepFrame) { kit.Meet(g, begun); panic("x") }, func(*stepFrame) { close(begun) })
		})
	}},
	{"recovered around Each, stolen", unjoined, unjoined, func(f *stepFrame) {
		begun := make(chan struct{})
		expect.Recovered(func() {
			f.Each([]kit.Step{func(g *stepFrame) { kit.Meet(g, begun); panic("x") }, func(*stepFrame) { close(begun) }}, make([]int, 2))
		})
	}},
	{"recovered around Blocking, stolen", unjoined, unjoined, func(f *stepFrame) {
		expect.Recovered(func() { skua.Blocking(f, func() { stolen(f); panic("x") }) })
	}},

	{"the wrong frame for the other branch, stolen", twice, twice, func(f *stepFrame) {
		stolen(f)
		func(f *stepFrame) { f.Both(idle, idle) }(f)
	}},
	{"On at a forked frame", elsewhere, "", func(f *stepFrame) { f.Fork(idle); kit.Steps.On(f, idle) }},
	{"On at a forked frame, stolen", elsewhere, twice, func(f *stepFrame) { stolen(f); kit.Steps.On(f, func(f *stepFrame) { f.Fork(idle) }) }},
	{"Join at a forked frame", elsewhere, "", func(f *stepFrame) { f.Fork(idle); skua.Join(f, kit.Nothing, kit.Nothing) }},
	{"Try at a forked frame", elsewhere, "", func(f *stepFrame) { f.Fork(idle); skua.Try(f, func() {}) }},
	{"Blocking at a forked frame", elsewhere, "", func(f *stepFrame) { f.Fork(idle); skua.Blocking(f, func() {}) }},
	{"a Fork in Try without Join", unjoined, "", func(f *stepFrame) { skua.Try(f, func() { f.Fork(idle) }) }},
	{"a Fork in Try without Join, stolen", unjoined, unjoined, func(f *stepFrame) { skua.Try(f, func() { stolen(f) }) }},

	{"a kept frame above, Fork", forkOver, "", func(f *stepFrame) {
		var kept *stepFrame
		f.Both(func(g *stepFrame) { g.Both(func(h *stepFrame) { kept = h }, idle) }, idle)
		kept.Fork(idle)
	}},
	{"a kept frame above, Join", unforked, "", func(f *stepFrame) {
		var kept *stepFrame
		f.Both(func(g *stepFrame) { g.Both(func(h *stepFrame) { kept = h }, idle) }, idle)
		kept.Join()
	}},
	{"a frame that has passed control on, Fork", forkOver, "", func(f *stepFrame) {
		g := f.Fork(idle)
		kit.Steps.On(g, func(*stepFrame) { f.Fork(idle) })
	}},
	{"a frame that has passed control on, Fork, stolen", forkOver, forkOver, func(f *stepFrame) {
		g := stolen(f)
		kit.Steps.On(g, func(*stepFrame) { f.Fork(idle) })
	}},
	{"a frame that has passed control on, Join", joinOver, "", func(f *stepFrame) {
		g := f.Fork(idle)
		kit.Steps.On(g, func(*stepFrame) { f.Join() })
	}},

	{"another goroutine forks", stranger, "", func(f *stepFrame) { elsewhereDone(func() { f.Fork(idle) }) }},
	{"another goroutine forks, stolen", stranger, stranger, func(f *stepFrame) {
		g := stolen(f)
		elsewhereDone(func() { g.Fork(idle) })
	}},
	{"another goroutine joins", stranger, "", func(f *stepFrame) { f.Fork(idle); elsewhereDone(func() { f.Join() }) }},
	{"another goroutine polls, stolen", stranger, stranger, func(f *stepFrame) {
		g := stolen(f)
		elsewhereDone(func() {
			for { // until a thief asks
				g.Poll()
				runtime.Gosched()
			}
		})
	}},
	{"another goroutine joins, stolen", stranger, stranger, func(f *stepFrame) { stolen(f); elsewhereDone(func() { f.Join() }) }},
}

// otherType is a second task type, to be called in between.
var otherType = skua.NewFunc(func(f *skua.Frame[func(skua.Place), int], do func(skua.Place)) int {
	do(f)
	return 0
})

// misusedAt are the ways by which a body that misuses frames is run.
var misusedAt = map[string]func(pool *skua.Pool, do kit.Step){
	"pool": func(pool *skua.Pool, do kit.Step) { kit.Steps.On(pool, do) },
	"worker": func(pool *skua.Pool, do kit.Step) {
		skua.Join(pool, func(w *skua.Worker) { kit.Steps.On(w, do) }, kit.Nothing)
	},
	"frame":     func(pool *skua.Pool, do kit.Step) { kit.Steps.On(pool, func(f *stepFrame) { kit.Steps.On(f, do) }) },
	"two Funcs": func(pool *skua.Pool, do kit.Step) { otherType.On(pool, func(p skua.Place) { kit.Steps.On(p, do) }) },
	"Funcs in turns": func(pool *skua.Pool, do kit.Step) {
		kit.Steps.On(pool, func(f *stepFrame) {
			g := f.Fork(idle)
			otherType.On(g, func(p skua.Place) { kit.Steps.On(p, do) })
			f.Join()
		})
	},
	"recursion": func(pool *skua.Pool, do kit.Step) { kit.Steps.On(pool, func(f *stepFrame) { below(f, 3, do) }) },
	"own call":  func(pool *skua.Pool, do kit.Step) { kit.Steps.On(pool, func(f *stepFrame) { f.Both(idle, do) }) },
	"stolen": func(pool *skua.Pool, do kit.Step) {
		kit.Steps.On(pool, func(f *stepFrame) {
			begun := make(chan struct{})
			f.Both(func(g *stepFrame) { kit.Meet(g, begun) }, func(f *stepFrame) { close(begun); do(f) })
		})
	},
	"stolen closure": func(pool *skua.Pool, do kit.Step) {
		skua.Join(pool, func(w *skua.Worker) {
			kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) { kit.Steps.On(w, do) })
		}, kit.Nothing)
	},
	"scope task": func(pool *skua.Pool, do kit.Step) {
		s := skua.NewScope(context.Background(), pool)
		s.Go(func(w *skua.Worker) error { kit.Steps.On(w, do); return nil })
		s.Wait()
	},
	"loop body": func(pool *skua.Pool, do kit.Step) {
		l := skua.Loop{To: 1, Body: func(p *skua.Part) {
			for p.Next() {
				kit.Steps.On(p.Worker(), do)
			}
		}}
		l.Run(pool)
	},
}

// below runs do above n frames whose forks are pending.
func below(f *stepFrame, n int, do kit.Step) {
	if n == 0 {
		do(f)
		return
	}
	below(f.Fork(idle), n-1, do)
	f.Join()
}

// TestMisuse_frames wants every misused frame told, however the body is run, at the
// latest when the body has returned; and the pool sound after it.
func TestMisuse_frames(t *testing.T) {
	kit.Stealing(t)
	for where, run := range misusedAt {
		t.Run(where, func(t *testing.T) {
			defer expect.Within(t, 2*time.Minute)()
			pool := kit.NewPoolWith(t, crew.Config{Workers: 3, Expose: policy.ExposeHalf, Keep: policy.KeepAlways})
			for _, m := range frameMisuses {
				want := m.exact
				if !invariant.Exact {
					want = m.other
				}
				if want != "" {
					wantTold(t, m.name, want, expect.Recovered(func() { run(pool, m.do) }))
					kit.WantFib(t, pool, 8)
				}
			}
			kit.WantFull(t, pool)
		})
	}
}

// wantTold complains unless v is the panic of a misuse with that message, or, of forks
// that were not joined, that of a join below.
func wantTold(t *testing.T, name, want string, v any) {
	t.Helper()
	if e, ok := v.(*skua.PanicError); ok {
		v = e.Value
	}
	got := fmt.Sprint(v)
	ok := strings.HasPrefix(got, want)
	if want == unjoined {
		ok = strings.HasPrefix(got, early) || ok && strings.Contains(got, "forks that were not joined")
	}
	if !ok {
		t.Errorf("%s: recovered %v, want %q", name, v, want)
	}
}

// TestMisuse_recovered misuses frames and recovers what it is told, and wants right
// results from the same frames after it.
func TestMisuse_recovered(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPoolWith(t, crew.Config{Workers: 2, Expose: policy.ExposeHalf, Keep: policy.KeepAlways})
	for range 200 {
		kit.Steps.On(pool, func(f *stepFrame) {
			for _, told := range []any{
				expect.Recovered(func() { stolen(f); f.Fork(idle) }),
				expect.Recovered(func() { stolen(stolen(f)); f.Join() }),
				expect.Recovered(func() { kit.Steps.On(f, func(f *stepFrame) { stolen(f) }) }),
			} {
				wantTold(t, "recovered", "skua: ", told)
			}
			if a, b := f.Both(idle, idle); a+b != 2 {
				t.Errorf("Both returned %d and %d, want 1 and 1", a, b)
			}
			kit.WantFib(t, f, 8)
		})
	}
	kit.WantFull(t, pool)
}
