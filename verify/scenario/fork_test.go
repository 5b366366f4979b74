//go:build explore

package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/verify/quiet"
)

// node is a task of a small program: it runs left, in a fork with right, if it
// has children; a panic comes first, and then is run in a fork of its own after that.
type node struct {
	left, right int
	then, other int // forked as well after that; other may be nobody
	panics      bool
	recovers    bool // around the whole fork, without Try: a misuse, which may be told
	tries       bool // Try around the whole fork, then as well
	crosses     bool // left, and then, are called through the other task type
	catches     bool // recovers around the call through the other type only
	strays      bool // forks on a kept frame of the other type before the join
}

type program []node

const nobody = 0 // node 0 is the root; as a child it means none

// state is one run of a program.
type state struct {
	prog program
	ran  []int // how often each node began
	over bool  // the root's caller has control again
	late bool  // something began after that
	deaf bool  // a fork was told a second time
	f, g *skua.Func[int, int]
	note func(w *crew.Worker, event int) // where a node begins, n, and where it ends, -n; or nil
}

func newState(prog program) *state {
	st := &state{prog: prog, ran: make([]int, len(prog))}
	st.f = skua.NewFunc(func(f *skua.Frame[int, int], n int) int { return st.run(f, st.g, n) })
	st.g = skua.NewFunc(func(f *skua.Frame[int, int], n int) int { return st.run(f, st.f, n) })
	return st
}

var errTest = errors.New("planned")

func (st *state) run(f *skua.Frame[int, int], other *skua.Func[int, int], n int) int {
	st.ran[n]++
	if st.over {
		st.late = true
	}
	nd := st.prog[n]
	st.tell(f, n)
	if nd.panics {
		panic(errTest)
	}
	sum := 1 << n
	body := func() {
		if nd.left != nobody {
			sum += st.fork(f, other, nd)
		}
	}
	switch {
	case nd.tries:
		skua.Try(f, body)
	case nd.recovers:
		caught(body)
	default:
		body()
	}
	if nd.then != nobody {
		st.after(nd.recovers, func() {
			sum += st.fork(f, other, node{left: nd.then, right: nd.other, crosses: nd.crosses})
		})
	}
	st.tell(f, -n)
	return sum
}

// tell notes an event of a node, but for the last one, which may be stolen or dropped.
func (st *state) tell(f *skua.Frame[int, int], event int) {
	if st.note != nil && max(event, -event) < len(st.prog)-1 {
		st.note(f.Sched(), event)
	}
}

// after runs the fork that comes next. After a bare recover it is told, if what was left
// behind is public, before anything of it has begun; then the same fork goes.
func (st *state) after(bare bool, fork func()) {
	if bare {
		switch v := caught(fork); {
		case v == nil:
			return
		case !isMisuse(v):
			panic(v)
		}
		st.deaf = true // unless it goes
	}
	fork()
	st.deaf = false
}

// caught runs f and returns what it panicked with, or nil.
func caught(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

// isMisuse reports whether v is what a misused frame is told.
func isMisuse(v any) bool {
	if e, ok := v.(*skua.PanicError); ok {
		v = e.Value
	}
	text, _ := v.(string)
	return strings.HasPrefix(text, "skua: ")
}

func (st *state) fork(f *skua.Frame[int, int], other *skua.Func[int, int], nd node) int {
	if nd.right == nobody {
		g := f.Fork(len(st.prog) - 1) // the last node: a task that does nothing
		a := st.run(g, other, nd.left)
		f.Join()
		return a
	}
	g := f.Fork(nd.right)
	var a int
	switch {
	case nd.catches:
		caught(func() { a = other.On(g, nd.left) })
	case nd.crosses:
		a = other.On(g, nd.left)
	default:
		a = st.run(g, other, nd.left)
	}
	if nd.strays {
		st.stray(g)
	}
	b, done := f.Join()
	if !done {
		b = st.run(f, other, nd.right)
	}
	return a + b
}

// stray forks on a frame of a call that has ended. Nobody can see that: it is the frame
// on which the next call will fork.
func (st *state) stray(f *skua.Frame[int, int]) {
	var kept *skua.Frame[int, int]
	skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		kept = f
		return st.run(f, st.f, n)
	}).On(f, len(st.prog)-1)
	kept.Fork(len(st.prog) - 1)
}

// serial is what a program yields, and whether it panics.
func (p program) serial(n int) (sum int, panics bool) {
	if n >= len(p) {
		return 0, false
	}
	nd := p[n]
	if nd.panics {
		return 0, true
	}
	sum = 1 << n
	if nd.left != nobody {
		a, pa := p.serial(nd.left)
		b, pb := p.serial(nd.right)
		if nd.right == nobody {
			b, pb = 0, false
		}
		if nd.catches && pa {
			a, pa = 0, false
		}
		switch {
		case !pa && !pb:
			sum += a + b
		case !nd.recovers && !nd.tries:
			return 0, true
		}
	}
	if nd.then != nobody {
		a, pa := p.serial(nd.then)
		b, pb := 0, false
		if nd.other != nobody {
			b, pb = p.serial(nd.other)
		}
		if pa || pb {
			return 0, true
		}
		sum += a + b
	}
	return sum, false
}

var programs = map[string]program{
	"flat":     {{left: 1, right: 2}, {}, {}},
	"left":     {{left: 1, right: 2}, {left: 3, right: 4}, {}, {}, {}},
	"right":    {{left: 1, right: 2}, {}, {left: 3, right: 4}, {}, {}},
	"bal":      {{left: 1, right: 2}, {left: 3, right: 4}, {left: 5, right: 6}, {}, {}, {}, {}},
	"deep":     {{left: 1, right: 2}, {left: 3, right: 4}, {}, {left: 5, right: 6}, {}, {}, {}},
	"panx":     {{left: 1, right: 2}, {panics: true}, {}},
	"pany":     {{left: 1, right: 2}, {}, {panics: true}},
	"panboth":  {{left: 1, right: 2}, {panics: true}, {panics: true}},
	"panin":    {{left: 1, right: 2, recovers: true, then: 3}, {left: 4, right: 5}, {}, {left: 6, right: 7}, {panics: true}, {}, {}, {}},
	"paniny":   {{left: 1, right: 2}, {}, {left: 3, right: 4, recovers: true, then: 5}, {panics: true}, {}, {}},
	"caught":   {{left: 1, right: 2, crosses: true, catches: true, then: 5, other: 6}, {left: 3, right: 4}, {}, {panics: true}, {}, {left: 7, right: 8}, {}, {}, {}},
	"stray":    {{left: 1, right: 2, strays: true}, {}, {}},
	"strayin":  {{left: 1, right: 2}, {}, {left: 3, right: 4, strays: true}, {}, {}},
	"panroot":  {{left: 1, right: 2}, {left: 3, right: 4}, {}, {panics: true}, {}},
	"try":      {{left: 1, right: 2, tries: true, then: 3}, {left: 4, right: 5}, {}, {}, {panics: true}, {}},
	"cross":    {{left: 1, right: 2, crosses: true}, {left: 3, right: 4, crosses: true}, {}, {left: 5, right: 6}, {}, {}, {}},
	"crosspan": {{left: 1, right: 2, crosses: true, recovers: true, then: 5}, {left: 3, right: 4, crosses: true}, {}, {panics: true}, {}, {left: 6, right: 7}, {}, {}},
	"again":    {{left: 1, right: 2, recovers: true, then: 3, other: 4}, {panics: true}, {}, {}, {}},
	"twice":    {{left: 1, right: 2, then: 3, other: 4}, {}, {}, {}, {}},
	"orphan":   {{left: 1, right: 2}, {}, {left: 3, right: 4, recovers: true}, {panics: true}, {}},
	"orphanin": {{left: 1, right: 2}, {left: 3, right: 4, recovers: true}, {}, {panics: true}, {}},
}

// stealing is a scenario: one root runs the program while scripted thieves
// steal that often.
func stealing(prog program, config crew.Config, thieves []int) func(*explore.X) {
	want, panics := prog.serial(0)
	return func(x *explore.X) {
		config.Workers = 1 + len(thieves)
		pool := skua.PoolOf(sched.NewScripted(config))
		st := newState(append(prog[:len(prog):len(prog)], node{}))
		startThieves(x, pool, thieves)
		var got int
		var failed any
		func() {
			defer func() { failed = recover() }()
			got = st.f.On(pool, 0)
		}()
		st.over = true
		x.OnEnd(func() error { return errors.Join(st.check(got, failed, want, panics), quiet.Check(pool.Sched())) })
	}
}

// check is the oracle: the serial result, each node at most once, and exactly
// once where nothing panics; nothing after the root.
func (st *state) check(got int, failed any, want int, panics bool) error {
	if st.late {
		return errors.New("a task began after the root had returned")
	}
	if st.deaf {
		return errors.New("the fork after one that was told did not go")
	}
	any := false
	for n, times := range st.ran[:len(st.ran)-1] {
		any = any || st.prog[n].panics
		if times > 1 {
			return fmt.Errorf("task %d ran %d times", n, times)
		}
	}
	for n, times := range st.ran[:len(st.ran)-1] {
		if !any && times == 0 {
			return fmt.Errorf("task %d was lost", n)
		}
	}
	if isMisuse(failed) && slices.ContainsFunc(st.prog, func(nd node) bool { return nd.recovers }) {
		return nil
	}
	if e, ok := failed.(*skua.PanicError); (failed != nil) != panics || ok && e.Value != errTest || failed != nil && !ok {
		return fmt.Errorf("root failed with %v, want panic %v", failed, panics)
	}
	if failed == nil && got != want {
		return fmt.Errorf("result %b, want %b", got, want)
	}
	return nil
}

var configs = map[string]crew.Config{
	"one-hungry":  {Expose: policy.ExposeOne, Keep: policy.KeepHungry},
	"half-always": {Expose: policy.ExposeHalf, Keep: policy.KeepAlways},
	"one-never":   {Expose: policy.ExposeOne, Keep: policy.KeepNever},
}

func TestExploreStealing(t *testing.T) {
	for name, prog := range programs {
		for policy, config := range configs {
			for _, thieves := range [][]int{{1}, {2}, {1, 1}} {
				t.Run(fmt.Sprintf("%s/%s/thieves=%v", name, policy, thieves), func(t *testing.T) {
					budget.Check(t, stealing(prog, config, thieves), budget.Deep)
				})
			}
		}
	}
}

// TestExploreLateThief: a guest has forks in two calls, of one type or of two. A thief that looked at it in
// the first may claim in the second.
func TestExploreLateThief(t *testing.T) {
	for _, types := range []int{1, 2} {
		for _, thieves := range [][]int{{1}, {2}, {1, 1}} {
			t.Run(fmt.Sprintf("types=%d/thieves=%v", types, thieves), func(t *testing.T) {
				budget.Check(t, func(x *explore.X) {
					pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 1 + len(thieves), Keep: policy.KeepAlways}))
					double := func(f *skua.Frame[int, int], n int) int {
						if n%2 != 0 {
							return 2 * n
						}
						a, b := f.Both(n-1, n+1)
						return a + b
					}
					fns := []*skua.Func[int, int]{skua.NewFunc(double), skua.NewFunc(double)}
					startThieves(x, pool, thieves)
					var err error
					for k := range 2 {
						n := 2 + 4*k
						if got := fns[k%types].On(pool, n); got != 4*n {
							err = errors.Join(err, fmt.Errorf("call %d: %d, want %d", k, got, 4*n))
						}
					}
					x.OnEnd(func() error { return errors.Join(err, quiet.Check(pool.Sched())) })
				}, budget.Deep)
			})
		}
	}
}

// TestExplorePool runs whole pools, residents and sleep included.
func TestExplorePool(t *testing.T) {
	for name, prog := range programs {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(t *testing.T) {
				budget.Check(t, whole(prog, workers), budget.Wide)
			})
		}
	}
}

// whole is a scenario of a pool from New to Close.
func whole(prog program, workers int) func(*explore.X) {
	want, panics := prog.serial(0)
	return func(x *explore.X) {
		pool := skua.PoolOf(sched.New(crew.Config{Workers: workers}))
		st := newState(append(prog[:len(prog):len(prog)], node{}))
		var got int
		var failed any
		func() {
			defer func() { failed = recover() }()
			got = st.f.On(pool, 0)
		}()
		st.over = true
		pool.Sched().Close()
		x.OnEnd(func() error { return errors.Join(st.check(got, failed, want, panics), quiet.Check(pool.Sched())) })
	}
}
