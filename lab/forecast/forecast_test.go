package forecast

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/trace"
)

// fast is a machine whose latencies are small beside the strands of these tests.
var fast = Latency{
	Look: 1e-10, Yield: 1e-8, Steal: 1e-8, Report: 1e-8, Expose: 1e-8, Reserve: 1e-9,
	Wake: 1e-8, WokenLow: 1e-8, WokenHigh: 2e-8, Spin: 1e-6,
}

var powers = []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}

func dagOf(parts ...[]trace.Op) *trace.Dag {
	d := new(trace.Dag)
	for _, ops := range parts {
		d.Ops = append(d.Ops, ops...)
	}
	return d
}

func strandOf(site int, seconds float64) []trace.Op {
	return []trace.Op{{Op: "run", N: seconds, Site: site}}
}

func loopOf(site, n int, seconds float64) []trace.Op {
	return []trace.Op{{Op: "loop", N: seconds, Ref: int64(n), Site: site}}
}

// forkOf runs a beside b.
func forkOf(a, b []trace.Op) (ops []trace.Op) {
	ops = append(ops, trace.Op{Op: "fork"})
	ops = append(ops, a...)
	ops = append(ops, trace.Op{Op: "branch"})
	ops = append(ops, b...)
	return append(ops, trace.Op{Op: "join"})
}

// treeOf is a full tree of 2^depth leaves of site 1.
func treeOf(depth int, seconds float64) []trace.Op {
	ops := make([]trace.Op, 0, 4<<depth) // a leaf or a fork's end each, and two more in each fork
	var grow func(depth int)
	grow = func(depth int) {
		if depth == 0 {
			ops = append(ops, strandOf(1, seconds)...)
			return
		}
		ops = append(ops, trace.Op{Op: "fork"})
		grow(depth - 1)
		ops = append(ops, trace.Op{Op: "branch"})
		grow(depth - 1)
		ops = append(ops, trace.Op{Op: "join"})
	}
	grow(depth)
	return ops
}

// leavesOf is the tree over leaves [lo, hi).
func leavesOf(lo, hi int, leaf func(i int) []trace.Op) []trace.Op {
	if hi-lo == 1 {
		return leaf(lo)
	}
	m := (lo + hi) / 2
	return forkOf(leavesOf(lo, m, leaf), leavesOf(m, hi, leaf))
}

// scopeOf is n tasks of site 2 that are spawned and waited for.
func scopeOf(n int, seconds float64) (ops []trace.Op) {
	for range n {
		ops = append(ops, trace.Op{Op: "spawn", Ref: 7}, trace.Op{Op: "run", N: seconds, Site: 2}, trace.Op{Op: "end"})
	}
	return append(ops, trace.Op{Op: "gather", Ref: 7})
}

func forecast(t *testing.T, d *trace.Dag, processors []int, c Config) Outlook {
	t.Helper()
	out, err := Of(d, processors, c)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// wantNear compares with what is known, up to that part of it.
func wantNear(t *testing.T, what string, got, known, part float64) {
	t.Helper()
	if !(math.Abs(got-known) <= part*known) {
		t.Errorf("%s: %v, want %v up to %v %%", what, got, known, 100*part)
	}
}

// TestOf_closedForms compares with dags of which the time is known.
func TestOf_closedForms(t *testing.T) {
	for name, c := range map[string]struct {
		dag  *trace.Dag
		most int // processors
		time func(p float64) float64
	}{
		"tree": {dagOf(treeOf(14, 1e-3)), 64, func(p float64) float64 { return 16.384 / p }},
		"chain": {dagOf(strandOf(0, .25), strandOf(1, .5), strandOf(0, .25)), 1024,
			func(float64) float64 { return 1 }},
		"serial and wide": {dagOf(strandOf(0, 0.2), loopOf(1, 1<<20, 4)), 1024,
			func(p float64) float64 { return 0.2 + 4/p }},
		"few and heavy indices": {dagOf(loopOf(1, 96, 0.96)), 1024,
			func(p float64) float64 { return math.Ceil(96/p) * 10e-3 }},
		"scope": {dagOf(scopeOf(3000, 20e-3)), 1024,
			func(p float64) float64 { return math.Ceil(3000/p) * 20e-3 }},
		"next to nothing": {dagOf(loopOf(0, 1<<20, 1e-300), strandOf(0, 1)), 1024, func(float64) float64 { return 1 }},
		"two branches": {dagOf(forkOf(strandOf(0, 1), strandOf(0, 0.5))), 1024,
			func(p float64) float64 { return max(1, 1.5/p) }},
	} {
		t.Run(name, func(t *testing.T) {
			upTo := powers[:slices.Index(powers, c.most)+1]
			for _, f := range forecast(t, c.dag, upTo, Config{Latency: fast, Seeds: expect.Size(1, 2, 5)}).Forecasts {
				wantNear(t, fmt.Sprintf("seconds on %d", f.Processors), f.Seconds, c.time(float64(f.Processors)), 0.05)
				if !(f.Low <= f.Seconds && f.Seconds <= f.High) {
					t.Errorf("on %d: %v is not in [%v, %v]", f.Processors, f.Seconds, f.Low, f.High)
				}
			}
		})
	}
}

// TestOf_largeTree: the number of thieves that have work doubles with every other
// leaf at best, since an owner gives a private fork only at its next fork. A tree with many
// leaves for each processor hides that.
func TestOf_largeTree(t *testing.T) {
	depth := expect.Size(15, 16, 19) // 512 leaves for each processor
	processors := 1 << (depth - 9)
	out := forecast(t, dagOf(treeOf(depth, 1e-4)), []int{processors}, Config{Latency: fast, Seeds: 1, Residents: 4096})
	wantNear(t, fmt.Sprintf("seconds on %d", processors), out.Forecasts[0].Seconds, 512*1e-4, 0.05)
	few := forecast(t, dagOf(treeOf(10, 1e-3)), []int{1024}, Config{Latency: fast}).Forecasts[0]
	if few.Low < 5e-3 {
		t.Errorf("1024 leaves of 1 ms on 1024 processors take %v s: the forks behind a leaf were seen before its end", few.Low)
	}
}

// TestOf_longLeaf: what Graham says of greedy schedulers holds, as a pool's own runs of
// this tree on 2 to 16 workers do: its leaves slept, and 0.524, 0.336, 0.325 and 0.323 s were
// the medians of five.
func TestOf_longLeaf(t *testing.T) {
	d := dagOf(leavesOf(0, 256, func(i int) []trace.Op {
		if i == 200 {
			return strandOf(2, 0.3)
		}
		return strandOf(1, 2.2e-3)
	}))
	out := forecast(t, d, powers, Config{})
	wantNear(t, "work", out.Work, 0.861, 1e-9)
	wantNear(t, "span", out.Span, 0.3, 1e-9)
	slack := DefaultLatency.WokenHigh + DefaultLatency.Wake
	measured := map[int]float64{1: 0.864, 2: 0.524, 4: 0.336, 8: 0.325, 16: 0.323}
	for _, f := range out.Forecasts {
		p := float64(f.Processors)
		if f.Low < max(out.Work/p, out.Span) || f.High > out.Work/p+out.Span+p*slack {
			t.Errorf("on %v: [%v, %v], want in [%v, %v]", p, f.Low, f.High, max(out.Work/p, out.Span), out.Work/p+out.Span)
		}
		if known := measured[f.Processors]; known > 0 {
			wantNear(t, fmt.Sprintf("seconds on %v", p), f.Seconds, known, 0.02)
		}
	}
	if s := out.Stops; s.Processors != 8 || len(s.Sites) == 0 || s.Sites[0].Site != 2 {
		t.Errorf("scaling stops at %+v, want 8 processors and the long leaf", s)
	}
}

// TestOf_wakeUps: a worker that is woken wakes the next, so P workers come one after
// the other.
func TestOf_wakeUps(t *testing.T) {
	slow := fast
	slow.WokenLow, slow.WokenHigh = 1e-3, 1e-3
	f := forecast(t, dagOf(scopeOf(64, 1)), []int{64}, Config{Latency: slow}).Forecasts[0]
	wantNear(t, "64 tasks on 64 processors", f.Seconds, 1+63*1e-3, 1e-3)
}

// TestOf_site: a site whose strands are twice as fast.
func TestOf_site(t *testing.T) {
	d := dagOf(strandOf(0, 0.2), loopOf(1, 1<<16, 4), strandOf(3, 0.1))
	for site, time := range map[int]float64{0: 0.1 + 0.1 + 1, 1: 0.3 + 0.5, 3: 0.2 + 0.05 + 1, 9: 0.3 + 1} {
		out := forecast(t, d, []int{4}, Config{Latency: fast, Site: site, Times: 2})
		wantNear(t, fmt.Sprintf("with site %d twice as fast", site), out.Forecasts[0].Seconds, time, 0.01)
	}
	slower := forecast(t, dagOf(strandOf(0, 1)), []int{1}, Config{Site: 0, Times: 0.5})
	wantNear(t, "half as fast", slower.Forecasts[0].Seconds, 2, 1e-9)
}

// TestOf_grain: a site in larger pieces, with 4 processors: a loop of 1,024 indices, a tree of
// 64 leaves.
func TestOf_grain(t *testing.T) {
	loop := dagOf(loopOf(1, 1024, 1.024))
	tree := dagOf(treeOf(6, 0.01)) // its forks are at site 0
	for _, c := range []struct {
		dag   *trace.Dag
		site  int
		grain float64
		time  float64
	}{
		{loop, 1, 0, 0.256}, {loop, 1, 0.001, 0.256}, {loop, 1, 0.3, 1.024 / 3}, {loop, 1, 0.6, 1.024}, {loop, 2, 2, 0.256},
		{tree, 0, 0, 0.16}, {tree, 0, 0.015, 0.16}, {tree, 0, 0.3, 0.32}, {tree, 0, 0.5, 0.64}, {tree, 1, 0.5, 0.16},
	} {
		out := forecast(t, c.dag, []int{4}, Config{Latency: fast, Site: c.site, Grain: c.grain})
		wantNear(t, fmt.Sprintf("site %d in pieces of %v s", c.site, c.grain), out.Forecasts[0].Seconds, c.time, 0.03)
	}
}

// TestOf_stops: with 0.2 s in series and 4 s beside each other the best speed-up of
// these, 20.6, is not within 5 % of that of half as many processors before 512.
func TestOf_stops(t *testing.T) {
	d := dagOf(strandOf(5, 0.2), loopOf(1, 1<<20, 4))
	out := forecast(t, d, powers, Config{Latency: fast, Seeds: expect.Size(1, 2, 5)})
	s := out.Stops
	if s.Processors != 512 || len(s.Sites) != 2 || s.Sites[0].Site != 5 {
		t.Fatalf("scaling stops at %+v, want 512 processors, and site 5 first", s)
	}
	wantNear(t, "seconds of site 5", s.Sites[0].Seconds, 0.2, 1e-9)
	wantNear(t, "seconds of the loop", s.Sites[1].Seconds, 4.0/512, 0.2)
}

// TestOf_calls: calls from outside come one after the other, with what is between.
func TestOf_calls(t *testing.T) {
	call := func(body []trace.Op) []trace.Op {
		return append(append([]trace.Op{{Op: "call"}}, body...), trace.Op{Op: "return"})
	}
	d := dagOf(strandOf(0, 0.1), call(treeOf(10, 1e-4)), strandOf(0, 0.1), call(scopeOf(500, 2e-4)))
	for _, f := range forecast(t, d, []int{1, 2, 4}, Config{Latency: fast}).Forecasts {
		wantNear(t, fmt.Sprintf("seconds on %d", f.Processors), f.Seconds, 0.2+0.2024/float64(f.Processors), 0.01)
	}
}

// TestOf_waits: a scope that nobody waits for is waited for at the end.
func TestOf_waits(t *testing.T) {
	ops := []trace.Op{{Op: "call"}}
	ops = append(ops, scopeOf(8, 1e-3)[:3*8]...)
	d := dagOf(ops, []trace.Op{{Op: "return"}})
	out := forecast(t, d, []int{1, 4}, Config{Latency: fast})
	wantNear(t, "the span", out.Span, 1e-3, 1e-9)
	// The guest that waits comes in while a worker has its token, so two may run.
	wantNear(t, "8 tasks on one processor", out.Forecasts[0].Seconds, 7.5e-3, 0.1)
	wantNear(t, "8 tasks on four", out.Forecasts[1].Seconds, 2e-3, 0.01)
}

// TestOf_truncated: what is missing is nothing, but only where something may be.
func TestOf_truncated(t *testing.T) {
	ops := append([]trace.Op{{Op: "call"}, {Op: "fork"}, {Op: "spawn"}}, strandOf(0, 1)...)
	out := forecast(t, &trace.Dag{Ops: ops, Truncated: true}, []int{2}, Config{})
	if out.Work != 1 {
		t.Errorf("work %v, want 1", out.Work)
	}
	if _, err := Of(&trace.Dag{Ops: ops}, []int{2}, Config{}); err == nil {
		t.Error("a dag that is not complete was taken")
	}
}

func TestOf_refuses(t *testing.T) {
	good := dagOf(strandOf(0, 1))
	for text, c := range map[string]struct {
		dag        *trace.Dag
		processors []int
		config     Config
	}{
		"no dag":            {nil, []int{1}, Config{}},
		"Processors 0":      {good, []int{1, 0}, Config{}},
		"Processors 1025":   {good, []int{1025}, Config{}},
		"Seeds":             {good, nil, Config{Seeds: -1}},
		"Latency":           {good, nil, Config{Latency: Latency{Look: 1}}},
		"site":              {good, nil, Config{Times: math.NaN()}},
		"site -1":           {good, nil, Config{Site: -1, Grain: 1}},
		"pieces of -1":      {good, nil, Config{Grain: -1}},
		"op 0, jump":        {dagOf([]trace.Op{{Op: "jump"}}), nil, Config{}},
		"op 0, join":        {dagOf([]trace.Op{{Op: "join"}}), nil, Config{}},
		"op 0, return":      {dagOf([]trace.Op{{Op: "return"}}), nil, Config{}},
		"want the branch":   {dagOf([]trace.Op{{Op: "fork"}, {Op: "end"}}), nil, Config{}},
		"Ref -1":            {dagOf(loopOf(0, -1, 1)), nil, Config{}},
		"no N -1":           {dagOf(strandOf(0, -1)), nil, Config{}},
		"waits for someth…": {dagOf([]trace.Op{{Op: "spawn"}, {Op: "gather"}, {Op: "end"}, {Op: "gather"}}), []int{2}, Config{}},
	} {
		_, err := Of(c.dag, c.processors, c.config)
		if err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(text, "…")) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// anyDag makes a dag of about n ops by lot: forks, tasks, loops and strands inside of each
// other. It counts the scopes.
func anyDag(n int, random *rand.Rand, scopes *int64) (ops []trace.Op) {
	for len(ops) < n {
		x := random.Uint64()
		seconds := float64(x>>32%1000) * 1e-6
		switch x % 8 {
		case 0, 1:
			ops = append(ops, forkOf(anyDag(n/3, random, scopes), anyDag(n/2, random, scopes))...)
		case 2:
			*scopes++
			scope := *scopes
			for range x >> 8 % 40 {
				ops = append(ops, trace.Op{Op: "spawn", Ref: scope})
				ops = append(ops, anyDag(n/30, random, scopes)...)
				ops = append(ops, trace.Op{Op: "run", N: seconds}, trace.Op{Op: "end"})
			}
			ops = append(ops, trace.Op{Op: "gather", Ref: scope})
		case 3:
			ops = append(ops, loopOf(int(x>>16%5), int(x>>20%3000), seconds*10)...)
		default:
			ops = append(ops, strandOf(int(x>>16%5), seconds)...)
		}
	}
	return ops
}

// TestOf_anyDag: no dag takes less than its work and its span need, or more than one
// processor, and none is stuck.
func TestOf_anyDag(t *testing.T) {
	for seed := range expect.Size(2, 9, 24) {
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		d := dagOf(anyDag(600, random, new(int64)))
		processors := []int{1, 2, 3, 5, 16, 100}
		if seed%8 == 0 {
			processors = append(processors, 1024)
		}
		out := forecast(t, d, processors, Config{Latency: fast, Seeds: 3, Seed: uint64(seed)})
		for _, f := range out.Forecasts {
			least := max(out.Work/float64(f.Processors), out.Span)
			if f.Low < least*(1-1e-9) || f.High > out.Work*1.02+1e-4 {
				t.Errorf("seed %d on %d: [%v, %v], want in [%v, %v]", seed, f.Processors, f.Low, f.High, least, out.Work)
			}
		}
	}
}

// TestOf_again: the result depends on the arguments alone.
func TestOf_again(t *testing.T) {
	d := dagOf(treeOf(8, 50e-6), scopeOf(500, 50e-6), loopOf(1, 10000, 0.1))
	out := forecast(t, d, powers, Config{})
	if again := forecast(t, d, powers, Config{}); !reflect.DeepEqual(out, again) {
		t.Errorf("once %+v, then %+v", out, again)
	}
	if other := forecast(t, d, powers, Config{Seed: 1}); reflect.DeepEqual(out.Forecasts, other.Forecasts) {
		t.Error("another seed changes nothing")
	}
}

// TestOf_price: a dag of 20,000 ops on 1,024 processors has at most an event for each op.
func TestOf_price(t *testing.T) {
	d := dagOf(treeOf(11, 50e-6), scopeOf(2000, 50e-6), treeOf(11, 10e-6))
	rules, err := Config{}.check([]int{1024})
	if err != nil {
		t.Fatal(err)
	}
	prog, err := compile(d, Config{})
	if err != nil {
		t.Fatal(err)
	}
	r := newReplay(prog, rules, 1024, 0)
	if _, err := r.run(); err != nil || len(d.Ops) < 20_000 || r.events > len(d.Ops) {
		t.Errorf("%d events for %d ops, error %v; want one for an op at most", r.events, len(d.Ops), err)
	}
}
