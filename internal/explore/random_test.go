package explore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/atomic"
	"github.com/skua-go/skua/internal/explore/park"
)

// A program is the same few operations for every run: one string of them for
// each thread. Which of them are done may depend on what was read.
type program []string

// generate makes a program: upper case works on word a, lower case on b.
//
//	L load · S store · C compare-and-swap 0 by the thread · A add
//	? go on only if a is 0 · ( ) lock and unlock · P park · 1, 2… unpark thread
//	> start the rest as a thread of its own
//	! go on only if the first thread was killed; see Life
func generate(rng *rand.Rand, threads, length int) program {
	p := make(program, threads)
	unparked := make([]bool, threads)
	for i := range p {
		var b strings.Builder
		open := false
		for range 1 + rng.IntN(length) {
			switch c := "LLSSCAllsca?((PP11>"[rng.IntN(19)]; {
			case c == '(':
				b.WriteByte("()"[btoi(open)])
				open = !open
			case c == '1':
				if k := rng.IntN(threads); k != i && !unparked[k] {
					unparked[k] = true
					fmt.Fprint(&b, k)
				}
			case c == '>' && open, c == 'P' && rng.IntN(2) == 0:
			default:
				b.WriteByte(c)
			}
		}
		if open {
			b.WriteByte(')')
		}
		p[i] = b.String()
	}
	return p
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// scenario runs the program; threads may be left blocked.
func (p program) scenario(x *explore.X) { p.run(x, (*explore.X).Daemon) }

// run runs the program with a first thread of its own kind.
func (p program) run(x *explore.X, first func(*explore.X, func())) {
	var a, b atomic.Int32
	var m park.Mutex
	parkers := make([]*park.Parker, len(p))
	for i := range parkers {
		parkers[i] = park.New()
	}
	var run func(me int32, s string)
	run = func(me int32, s string) {
		for i, c := range s {
			switch c {
			case 'L':
				a.Load()
			case 'l':
				b.Load()
			case 'S':
				a.Store(me)
			case 's':
				b.Store(me)
			case 'C':
				a.CompareAndSwap(0, me)
			case 'c':
				b.CompareAndSwap(0, me)
			case 'A':
				a.Add(1)
			case 'a':
				b.Add(1)
			case '?':
				if a.Load() != 0 && !strings.Contains(s[i:], ")") {
					return
				}
			case '!':
				if life := x.Life(0); life == nil || !life.Over() {
					return
				}
			case '(':
				m.Lock()
			case ')':
				m.Unlock()
			case 'P':
				parkers[me-1].Park()
			case '>':
				park.Go(func() { run(me, strings.NewReplacer("P", "L").Replace(s[i+1:])) })
				return
			default:
				parkers[c-'0'].Unpark()
			}
		}
	}
	for i, s := range p {
		f := func() { run(int32(i+1), s) }
		if i == 0 {
			first(x, f)
		} else {
			x.Daemon(f)
		}
	}
	x.Quiescent(func() error { return nil })
	a.Load()
}

// TestTracesOfRandomPrograms compares DPOR with unbounded search.
func TestTracesOfRandomPrograms(t *testing.T) {
	rng := rand.New(rand.NewPCG(2026, 11))
	programs, runs, reduced, pruned, many := 0, 0, 0, 0, expect.Size(10, 25, 150)
	if explore.RaceEngine {
		many = 10
	}
	for range many {
		threads := 2 + rng.IntN(3)
		p := generate(rng, threads, 8-threads)
		full, dpor, done := compare(t, p, 5000, p.scenario)
		if !done {
			continue
		}
		programs++
		runs += full.Runs
		reduced += dpor.Runs
		pruned += dpor.Pruned
	}
	t.Logf("%d programs, %d runs; DPOR %d, %d of them pruned", programs, runs, reduced, pruned)
}

// compare wants the same traces of DPOR and of unbounded search, if that ends.
func compare(t *testing.T, p program, maxRuns int, f func(*explore.X)) (full, dpor explore.Result, done bool) {
	t.Helper()
	full = explore.Run(explore.Options{Bound: -1, Traces: true, MaxRuns: maxRuns}, f)
	if full.Failure != nil {
		t.Fatal(p, full)
	}
	if !full.Exhausted {
		return full, dpor, false
	}
	dpor = explore.Run(explore.Options{Mode: explore.DPOR, Traces: true}, f)
	if dpor.Failure != nil || !covers(dpor, full) || !covers(full, dpor) {
		t.Fatalf("%q: DPOR %d traces of %d: %v", p, dpor.Traces, full.Traces, dpor)
	}
	return full, dpor, true
}
