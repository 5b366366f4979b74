package sim

import (
	"context"
	"fmt"
	"math/bits"
	"reflect"
	"strings"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/par"
)

func mustRun(t testing.TB, c DagConfig, o ...par.Option) DagResult {
	t.Helper()
	r, err := Run(context.Background(), c, o...)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	return r
}

func same(a, b DagResult) bool { return reflect.DeepEqual(a, b) }

// known is work and span of a family's dag: the formulas that Families prints.
func known(family string, n, k int64) (work, span int64, exact bool) {
	switch family {
	case "chain":
		return n, n, true
	case "tree":
		return 1<<n - 1, n, true
	case "forkjoin":
		return 1<<n*(k+2) - 2, 2*n + k, true
	case "fib":
		a, b := int64(0), int64(1) // F(0), F(1)
		for range n {
			a, b = b, a+b
		}
		return (k+2)*b - 2, 2*(n-1) + k, true
	case "loop":
		return n*(k+2) - 2, 2*int64(bits.Len64(uint64(n-1))) + k, true
	case "comb", "spine":
		if n == 1 {
			return 1, 1, true
		}
		return n*(k+1) - k, n - 1 + k, true
	}
	return 0, 0, false
}

// executions are small runs of every family under everything that can be chosen.
func executions(processors ...int) (out []DagConfig) {
	for i, f := range Families() {
		for _, n := range []int{1, 2, 3, 7, 12} {
			for _, p := range processors {
				c := DagConfig{Family: f.Name, Size: n, Chain: 1 + n%3, Processors: p, Seed: uint64(i + n)}
				out = append(out, c)
				c.Expose, c.Keep, c.Victim = "half", "hungry", "last"
				out = append(out, c)
				c.Scheduler, c.Victim, c.Stall = "classic", "richer", 0.3
				out = append(out, c)
			}
		}
	}
	return out
}

func TestRun_known(t *testing.T) {
	for _, c := range executions(1, 2, 3, 16) {
		r := mustRun(t, c)
		work, span, exact := known(c.Family, int64(c.Size), int64(c.Chain))
		if exact && (r.Work != work || r.Span != span) {
			t.Errorf("%+v: work %d and span %d, want %d and %d", c, r.Work, r.Span, work, span)
		}
		c.Processors, c.Scheduler = 1, ""
		if alone := mustRun(t, c); alone.Work != r.Work || alone.Span != r.Span {
			t.Errorf("%+v: work %d and span %d, alone %d and %d", c, r.Work, r.Span, alone.Work, alone.Span)
		}
	}
}

// TestRun_sums checks what holds in every execution.
func TestRun_sums(t *testing.T) {
	for _, c := range executions(1, 2, 3, 16) {
		r, p := mustRun(t, c), int64(c.Processors)
		if r.Rounds*p != r.Work+r.Idle+r.Stalled {
			t.Errorf("%+v: iterations do not add up: %+v", c, r)
		}
		if c.Stall == 0 && (r.Rounds < (r.Work+p-1)/p || r.Rounds < r.Span || r.Rounds > r.Work/p+8*r.Span) {
			t.Errorf("%+v: %d rounds for work %d and span %d", c, r.Rounds, r.Work, r.Span)
		}
		seen := r.Steals + r.Aborts
		if r.ThiefCAS != seen || p > 1 && r.Attempts != r.Idle || c.Scheduler == "" && r.Attempts != seen+r.Noticed {
			t.Errorf("%+v: attempts do not add up: %+v", c, r)
		}
		if c.Scheduler == "" && (r.Exposed > r.Pushes || r.OwnerCAS+r.Steals > r.Exposed || r.Exposures > r.Requests+r.Pushes) {
			t.Errorf("%+v: exposures do not add up: %+v", c, r)
		}
	}
}

// TestRun_alone: one processor needs no synchronisation under LCWS, but for every
// pop under the classic scheduler.
func TestRun_alone(t *testing.T) {
	for _, c := range executions(1) {
		if c.Stall > 0 {
			continue
		}
		r := mustRun(t, c)
		if want := (DagResult{Work: r.Work, Span: r.Span, Rounds: r.Work, Pushes: r.Pushes, Deepest: r.Deepest}); !same(r, want) {
			t.Errorf("%+v: %+v, want %+v", c, r, want)
		}
		c.Scheduler = "classic"
		if r := mustRun(t, c); r.OwnerFences != r.Pushes || r.Rounds != r.Work {
			t.Errorf("%+v: %d fences for %d pushes, want the same", c, r.OwnerFences, r.Pushes)
		}
	}
}

// TestRun_hand is a root with two children on two processors. Classic: in the
// second round owner and thief compete for the right child. LCWS: nothing is
// public before the second round, and then the owner pops what it exposed, if it
// saw the flag of the first round only now; a request that it saw in the first
// round it cannot serve, and the next one may come too late.
func TestRun_hand(t *testing.T) {
	const seeds = 1000
	stolen, exposed := 0, 0
	for seed := range uint64(seeds) {
		c := DagConfig{Family: "tree", Size: 2, Processors: 2, Seed: seed, Scheduler: "classic"}
		r := mustRun(t, c)
		stolen += int(r.Steals)
		want := DagResult{Work: 3, Span: 2, Rounds: 3, Idle: 3, Attempts: 3, Steals: r.Steals, Aborts: 1 - r.Steals, Pushes: 1, Deepest: 1,
			OwnerCAS: 1 - r.Steals, OwnerFences: 1, OwnerStores: 3 + r.Steals, ThiefCAS: 1}
		if !same(r, want) {
			t.Fatalf("seed %d, classic: %+v, want %+v", seed, r, want)
		}
		c.Scheduler = ""
		r = mustRun(t, c)
		exposed += int(r.Exposed)
		if r.Rounds != 3 || r.Idle != 3 || r.Steals != 0 || r.Noticed != 3 || r.OwnerCAS != r.Exposed {
			t.Fatalf("seed %d, lcws: %+v", seed, r)
		}
	}
	if stolen < seeds*4/10 || stolen > seeds*6/10 {
		t.Errorf("classic: the thief won %d of %d races", stolen, seeds)
	}
	if exposed < seeds*65/100 || exposed > seeds*85/100 { // not, if seen at once in the first round and late in the second
		t.Errorf("lcws: exposed in %d of %d runs, want three quarters", exposed, seeds)
	}
}

// TestRun_structure checks Corollary 2.3 of [RP22] on out-trees, in every round:
// from the assigned node to the topmost one, depths decrease.
func TestRun_structure(t *testing.T) {
	for _, c := range executions(3, 16) {
		s, err := newExecution(c, nil)
		if err != nil {
			t.Fatal(err)
		}
		for !s.c.family.joined && s.ready > 0 {
			s.step()
			for i := range s.procs {
				p := &s.procs[i]
				for k := p.top + 1; k < len(p.nodes); k++ {
					if p.nodes[k-1].depth >= p.nodes[k].depth {
						t.Fatalf("%+v, round %d: depth %d above %d", c, s.round, p.nodes[k-1].depth, p.nodes[k].depth)
					}
				}
				if last := len(p.nodes) - 1; p.busy && last >= p.top && p.nodes[last].depth > p.assigned.depth {
					t.Fatalf("%+v, round %d: the assigned node is not the deepest", c, s.round)
				}
			}
		}
	}
}

func TestRun_workers(t *testing.T) {
	for _, f := range Families() {
		size := 3000
		if f.Name == "tree" || f.Name == "forkjoin" || f.Name == "fib" {
			size = 15
		}
		if f.Name == "spine" || f.Name == "chain" {
			size = 20
		}
		if !expect.Night() && size == 3000 {
			size = 500
		}
		c := DagConfig{Family: f.Name, Size: size, Chain: 2, Processors: 2*blockSize + 7, Seed: 5, Stall: 0.1}
		if f.Name == "comb" {
			c.Size = 100
		}
		want := mustRun(t, c, par.Sequential())
		for _, workers := range []int{1, 2, 8} {
			pool, err := skua.New(skua.WithWorkers(workers))
			if err != nil {
				t.Fatal(err)
			}
			if got := mustRun(t, c, par.On(pool)); !same(got, want) {
				t.Errorf("%+v on %d workers: got %+v, want %+v", c, workers, got, want)
			}
			pool.Close()
		}
		c.Seed++
		if other := mustRun(t, c); same(other, want) {
			t.Errorf("%s: seeds 5 and 6 give the same", f.Name)
		}
	}
}

// TestRun_savings: what LCWS synchronises does not grow with the work, what the
// classic scheduler does, does.
func TestRun_savings(t *testing.T) {
	owner := func(scheduler string, size int) float64 {
		r := mustRun(t, DagConfig{Family: "tree", Size: size, Processors: 4, Scheduler: scheduler, Seed: 1})
		return float64(r.OwnerCAS + r.OwnerFences)
	}
	if small, large := owner("classic", 10), owner("classic", 18); large < 200*small {
		t.Errorf("classic: %v for 2^10 nodes, %v for 2^18, want 256 times as much", small, large)
	}
	if small, large := owner("lcws", 10), owner("lcws", 18); large > 10*small {
		t.Errorf("lcws: %v for 2^10 nodes, %v for 2^18, want about twice as much", small, large)
	}
}

// TestRun_shares: without stealing the largest share decides, and the rest is
// idle; with it all end at about the same time.
func TestRun_shares(t *testing.T) {
	c := DagConfig{Family: "loop", Shares: []int{100, 100, 200, 350}, Chain: 8, Processors: 4, Scheduler: "static", Timeline: true}
	r := mustRun(t, c)
	for i, n := range c.Shares {
		want := []Interval{{0, int64(n)*10 - 2}}
		if !reflect.DeepEqual(r.Timeline[i], want) {
			t.Errorf("static: processor %d was busy in %v, want %v", i, r.Timeline[i], want)
		}
	}
	if r.Rounds != 3498 || r.Attempts+r.OwnerFences != 0 || r.Work != 7492 {
		t.Errorf("static: %+v", r)
	}
	for _, c.Scheduler = range []string{"lcws", "classic"} {
		r := mustRun(t, c)
		busy := int64(0)
		for _, line := range r.Timeline {
			for _, in := range line {
				busy += in.To - in.From
			}
		}
		if r.Rounds > 7492/4+100 || busy != r.Work || r.Utilisation() < 0.95 {
			t.Errorf("%s: %d rounds, busy %d of %d, utilisation %.2f", c.Scheduler, r.Rounds, busy, r.Work, r.Utilisation())
		}
	}
}

func TestRun_refuses(t *testing.T) {
	good := DagConfig{Family: "fib", Size: 5, Processors: 2}
	mustRun(t, good)
	for want, spoil := range map[string]func(c *DagConfig){
		`family "" is none of ["chain" "tree"`:         func(c *DagConfig) { c.Family = "" },
		"Size of fib 99: want 1 to":                    func(c *DagConfig) { c.Size = 99 },
		"Processors 0: want 1 to":                      func(c *DagConfig) { c.Processors = 0 },
		"no Stall of 1: want 0 to below 1":             func(c *DagConfig) { c.Stall = 1 },
		`scheduler "fair" is none of ["lcws" "classic`: func(c *DagConfig) { c.Scheduler = "fair" },
		"Shares of 1 processors: want family loop":     func(c *DagConfig) { c.Shares = []int{1} },
		`expose "all" is none of`:                      func(c *DagConfig) { c.Expose = "all" },
	} {
		c := good
		spoil(&c)
		if _, err := Run(context.Background(), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(fmt.Errorf("enough"))
	if _, err := Run(ctx, good); err == nil || err.Error() != "enough" {
		t.Errorf("cancelled: got %v", err)
	}
}

// TestPoll: a processor that keeps a node public unasked keeps one there, not more.
func TestPoll(t *testing.T) {
	s, err := newExecution(DagConfig{Family: "chain", Size: 1, Processors: 2, Keep: "always"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, tally := &s.procs[1], &s.tally[0]
	for i := range 5 {
		p.push(sized(int64(i)), false, tally)
	}
	for want := range int64(3) {
		s.poll(tally, p)
		s.poll(tally, p)
		if n, ok := p.steal(); !ok || n.size != want || p.public() != 0 {
			t.Fatalf("stole %v, %v and left %d public, want node %d and none", n.size, ok, p.public(), want)
		}
	}
	p.demand = policy.DemandOf(policy.KeepNever)
	if s.poll(tally, p); p.public() != 0 {
		t.Error("exposed unasked")
	}
	p.targeted = true
	if s.poll(tally, p); p.public() != 1 || p.targeted || tally.requests != 1 {
		t.Errorf("a request exposed %d", p.public())
	}
}

// TestAttempt: a thief raises a flag that is down, and competes for what it sees.
func TestAttempt(t *testing.T) {
	s, err := newExecution(DagConfig{Family: "chain", Size: 1, Processors: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	tally, victim := &s.tally[0], &s.procs[1]
	want := func(noticed, stores, cas int64) {
		t.Helper()
		if tally.noticed != noticed || tally.thiefStores != stores || tally.thiefCAS != cas {
			t.Fatalf("noticed %d, stores %d, CAS %d, want %d, %d, %d", tally.noticed, tally.thiefStores, tally.thiefCAS, noticed, stores, cas)
		}
	}
	s.attempt(tally, 0, 1, 0)
	s.attempt(tally, 2, 1, 0)
	want(2, 1, 0)
	s.fresh[1].Store(false)
	victim.targeted = true
	s.attempt(tally, 2, 1, 0)
	want(3, 1, 0)
	victim.push(node{}, true, tally)
	s.attempt(tally, 0, 1, 8<<32)
	s.attempt(tally, 2, 1, 9<<32)
	want(3, 1, 2)
	if w := s.claim[1].winner(); w != 2 {
		t.Errorf("%d won with the lower bid", w)
	}
}

// TestRun_last: a thief whose steal succeeded begins there the next time.
func TestRun_last(t *testing.T) {
	c := DagConfig{Family: "comb", Size: 200, Processors: 30, Scheduler: "classic", Victim: "last"}
	last := mustRun(t, c)
	c.Victim = "random"
	if random := mustRun(t, c); 10*last.Rounds > 9*random.Rounds {
		t.Errorf("one processor has work: %+v where it was the last time, %+v at random", last, random)
	}
}

// TestSplitDeque_compacts keeps a deque busy for long without ever emptying it.
func TestSplitDeque_compacts(t *testing.T) {
	var d splitDeque
	for i := range 100_000 {
		d.push(sized(int64(i)), true, new(dagTally))
		if i < 3 {
			continue
		}
		if n, ok := d.steal(); !ok || n.size != int64(i-3) {
			t.Fatalf("steal number %d got %d", i-3, n.size)
		}
	}
	if cap(d.nodes) > 64 {
		t.Errorf("3 nodes take %d places", cap(d.nodes))
	}
}

func BenchmarkRun(b *testing.B) {
	for _, c := range []DagConfig{
		{Family: "tree", Size: 20, Processors: 1},
		{Family: "tree", Size: 20, Processors: 64},
		{Family: "forkjoin", Size: 18, Processors: 64},
		{Family: "forkjoin", Size: 18, Processors: 64, Scheduler: "classic"},
		{Family: "forkjoin", Size: 22, Processors: 100_000},
		{Family: "spine", Size: 100, Processors: 100_000},
	} {
		b.Run(fmt.Sprintf("family=%s/size=%d/processors=%d/scheduler=%s", c.Family, c.Size, c.Processors, c.Scheduler), func(b *testing.B) {
			iterations := int64(0)
			for b.Loop() {
				r := mustRun(b, c)
				iterations += r.Work + r.Idle
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(iterations), "ns/iteration")
		})
	}
}
