package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
)

const msec = time.Millisecond

// clusterRun simulates, and wants every task to have run once: for as long as it
// takes, on a node of the cluster, in a slot that was free.
func clusterRun(t *testing.T, c ClusterConfig) ClusterResult {
	t.Helper()
	r, err := Cluster(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	type moment struct {
		at     time.Duration
		change int
	}
	moments := make([][]moment, c.Nodes)
	for i, run := range r.Runs {
		if run.Node < 0 || run.Node >= c.Nodes || run.To-run.From != c.Tasks[i] || run.To > r.Makespan {
			t.Errorf("%+v: task %d ran as %+v, makespan %v", c.Policy, i, run, r.Makespan)
			continue
		}
		moments[run.Node] = append(moments[run.Node], moment{run.From, 1}, moment{run.To, -1})
	}
	for node, m := range moments {
		slices.SortFunc(m, func(a, b moment) int { return int(a.at-b.at)*4 + a.change - b.change })
		busy := 0
		for _, e := range m {
			if busy += e.change; busy > max(c.Slots, 1) {
				t.Errorf("%+v: node %d runs %d tasks at %v, want at most %d", c.Policy, node, busy, e.at, c.Slots)
				break
			}
		}
	}
	if r.Makespan < r.Ideal {
		t.Errorf("%+v: makespan %v is below the ideal %v", c.Policy, r.Makespan, r.Ideal)
	}
	return r
}

func equal(n int, d time.Duration) []time.Duration { return slices.Repeat([]time.Duration{d}, n) }

// TestCluster_hand compares with what can be worked out by hand.
func TestCluster_hand(t *testing.T) {
	four := equal(4, 10*msec)
	for _, c := range []struct {
		name string
		ClusterConfig
		makespan, pulls, stolen int
	}{
		{"strict: a round trip before each task, a way after the last", ClusterConfig{Nodes: 1, Tasks: four[:3]},
			3*(2+10) + 1, 4, 0},
		{"prefetch 1: the round trip passes while a task runs", ClusterConfig{Nodes: 1, Tasks: four[:3], Policy: Policy{Depth: 1}},
			2 + 3*10 + 1, 3, 0},
		{"strict, awaiting results: two round trips for each task", ClusterConfig{Nodes: 1, Tasks: four[:3], AwaitResult: true},
			3*(2+10) + 2*2 + 1, 3, 0},
		{"deep: the first node takes all", ClusterConfig{Nodes: 2, Tasks: four, Policy: Policy{Depth: 64}},
			2 + 4*10 + 1, 2, 0},
		// The other node knows at 2 that nothing is left, asks at 4 for half of three, and
		// has one at 6. When that ends, at 16, a lone one is left, which is there at 20.
		{"deep, half: of three un-started ones one, and then the last", ClusterConfig{Nodes: 2, Tasks: four, Policy: Policy{Depth: 64, Steal: "half"}},
			20 + 10 + 1, 2, 2},
		// Of five, two are handed over; at 6 and 16 they begin, and the victim ends at 32.
		{"deep, half: of four two", ClusterConfig{Nodes: 2, Tasks: equal(5, 10*msec), Policy: Policy{Depth: 64, Steal: "half"}},
			2 + 3*10 + 1, 2, 2},
		// A second one moves at 18, when the victim still has two, and runs from 20 on.
		{"deep, one: of four one, twice", ClusterConfig{Nodes: 2, Tasks: equal(5, 10*msec), Policy: Policy{Depth: 64, Steal: "one"}},
			2 + 3*10 + 1, 2, 2},
		// Two tasks reach the server at 5; both nodes' requests wait there, the victim's first:
		// one goes back to it, and one to the thief. At 19 it is one task, and goes back; at 23
		// it is that one again, and goes to the thief.
		{"deep, give-back: dealt to all who wait", ClusterConfig{Nodes: 2, Tasks: equal(5, 10*msec), Policy: Policy{Depth: 64, Steal: "half", GiveBack: true}},
			24 + 10 + 1, 2, 4},
		// One task goes back to the victim, is given back again at 8, and is with the thief at
		// 10, where three round trips of checks pass before it runs.
		{"give-back, with checks", ClusterConfig{Nodes: 2, Tasks: equal(3, 10*msec), AgainTrips: 3, Policy: Policy{Depth: 64, Steal: "half", GiveBack: true}},
			10 + 3*2 + 10 + 1, 2, 2},
		// At 12 both slots are free; the second one's request leaves when the first one's is answered.
		{"two slots, strict", ClusterConfig{Nodes: 1, Slots: 2, Tasks: four},
			2*(2+10) + 2 + 1, 4, 0},
		{"affinity: each its own half", ClusterConfig{Nodes: 2, Tasks: four, Policy: Policy{Affinity: true}},
			2*(2+10) + 1, 6, 0},
		{"affinity, all on one node", ClusterConfig{Nodes: 2, Tasks: four, Homes: []int{0, 0, 0, 0}, Policy: Policy{Affinity: true}},
			4*(2+10) + 1, 6, 0},
		// The idle one knows at 2; at 3 its request finds three in the queue, and takes one; at
		// 15 the next finds one, which runs from 16 on.
		{"affinity, overflow", ClusterConfig{Nodes: 2, Tasks: four, Homes: []int{0, 0, 0, 0}, Policy: Policy{Affinity: true, Steal: "half"}},
			16 + 10 + 1, 4, 2},
	} {
		c.OneWay = msec
		for seed := range uint64(4) { // which node comes first, and whom a thief asks, must not matter
			c.Seed = seed
			r := clusterRun(t, c.ClusterConfig)
			if want := time.Duration(c.makespan) * msec; r.Makespan != want || r.Stolen != c.stolen || r.Pulls != c.pulls {
				t.Errorf("%s, seed %d: makespan %v, %d pulls, %d stolen; want %v, %d, %d", c.name, seed,
					r.Makespan, r.Pulls, r.Stolen, want, c.pulls, c.stolen)
			}
		}
	}
}

// pareto returns tasks of very different length.
func pareto(n int, seed uint64) (tasks []time.Duration) {
	r := rand.New(rand.NewPCG(seed, 0))
	for range n {
		tasks = append(tasks, time.Duration(float64(2*msec)*min(40, 1/(1-r.Float64()))))
	}
	return tasks
}

// burst returns tasks of one length, but that a sixteenth of them, in a row from
// task at on, take sixteen times as long.
func burst(n, at int) []time.Duration {
	tasks := equal(n, 2500*time.Microsecond)
	for i := at; i < at+n/16; i++ {
		tasks[i] *= 16
	}
	return tasks
}

// everyPolicy is each policy that makes sense.
func everyPolicy() (all []Policy) {
	for _, depth := range []int{Adaptive, 0, 1, 8, 64} {
		for _, steal := range []string{"none", "one", "half"} {
			all = append(all, Policy{Depth: depth, Steal: steal}, Policy{Depth: depth, Steal: steal, Affinity: true})
			if steal != "none" {
				all = append(all, Policy{Depth: depth, Steal: steal, GiveBack: true})
			}
		}
	}
	return all
}

// TestCluster_conserves wants each task to run once under every policy, and the same
// run twice to be the same.
func TestCluster_conserves(t *testing.T) {
	for _, p := range everyPolicy() {
		for _, nodes := range []int{1, 2, 5} {
			for _, oneWay := range []time.Duration{0, 30 * time.Microsecond, 2 * msec} {
				c := ClusterConfig{Nodes: nodes, Slots: nodes%2 + 1, Seed: 7, Tasks: pareto(150, 3), Policy: p, OneWay: oneWay,
					Beat: 10 * msec, AwaitResult: nodes == 2}
				a := clusterRun(t, c)
				if b := clusterRun(t, c); !reflect.DeepEqual(a, b) {
					t.Errorf("%+v: the same seed gave %+v and %+v", p, a, b)
				}
				if p.Steal == "none" && a.Attempts > 0 || a.Steals > a.Attempts || a.Stolen < a.Steals || a.GivenBack > a.Stolen {
					t.Errorf("%+v: the counts do not fit: %d attempts, %d steals, %d stolen, %d given back", p, a.Attempts, a.Steals, a.Stolen, a.GivenBack)
				}
			}
		}
	}
}

// TestCluster_seed wants seeds to differ where chance decides.
func TestCluster_seed(t *testing.T) {
	makespans := map[time.Duration]bool{}
	for seed := range uint64(8) {
		r := clusterRun(t, ClusterConfig{Nodes: 5, Seed: seed, Tasks: pareto(200, 1), Policy: Policy{Depth: 64, Steal: "half"}, OneWay: msec})
		makespans[r.Makespan] = true
	}
	if len(makespans) < 4 {
		t.Errorf("8 seeds gave %d makespans", len(makespans))
	}
}

// listSchedule is Graham's: each task in order to the machine that is free first.
func listSchedule(tasks []time.Duration, machines int) (makespan time.Duration) {
	free := make([]time.Duration, machines)
	for _, d := range tasks {
		i := slices.Index(free, slices.Min(free))
		free[i] += d
	}
	return slices.Max(free)
}

// TestCluster_listScheduling wants strict pull without latency to be list
// scheduling, and so within 2-1/m of the ideal (Graham, Bounds on Multiprocessing
// Timing Anomalies, 1969).
func TestCluster_listScheduling(t *testing.T) {
	for seed := range uint64(20) {
		tasks := pareto(100, seed)
		for _, m := range []int{1, 2, 3, 4, 16} {
			r := clusterRun(t, ClusterConfig{Nodes: m, Tasks: tasks, Seed: seed})
			if want := listSchedule(tasks, m); r.Makespan != want {
				t.Errorf("seed %d, %d nodes: makespan %v, list scheduling needs %v", seed, m, r.Makespan, want)
			}
			if bound := 2 - 1/float64(m); 1+r.Loss() > bound {
				t.Errorf("seed %d, %d nodes: %v times the ideal, want at most %v", seed, m, 1+r.Loss(), bound)
			}
		}
	}
}

// TestCluster_burst wants a row of long tasks to cost most where one node has
// fetched them and nobody can get at them.
func TestCluster_burst(t *testing.T) {
	worst, second := Policy{Depth: 64}, time.Duration(0)
	run := func(p Policy) time.Duration {
		return clusterRun(t, ClusterConfig{Nodes: 4, Tasks: burst(800, 0), Policy: p, OneWay: 30 * time.Microsecond}).Makespan
	}
	for _, p := range everyPolicy() {
		if p.Steal == "" || p.Steal == "none" && p.Depth == 64 || p.Affinity {
			continue
		}
		second = max(second, run(p))
	}
	if got := run(worst); got < second*5/4 {
		t.Errorf("deep without stealing needs %v, the worst of the others %v: want a quarter more at least", got, second)
	}
}

// TestCluster_hops wants no task to move more often than MaxHops.
func TestCluster_hops(t *testing.T) {
	s, err := newCluster(ClusterConfig{Nodes: 5, Tasks: pareto(300, 2), Policy: Policy{Depth: 64, Steal: "half"}, OneWay: msec})
	if err != nil {
		t.Fatal(err)
	}
	s.begin()
	for s.left > 0 {
		s.clock.step()
	}
	if most := slices.Max(s.hops); most > MaxHops || most < 2 {
		t.Errorf("a task moved %d times, want 2 to %d", most, MaxHops)
	}
}

func TestClusterPolicy(t *testing.T) {
	for _, c := range []struct{ limit, held, free, want int }{
		{0, 0, 1, 1}, {0, 0, 0, 0}, {0, 2, 3, 1}, {0, 3, 2, 0}, {1, 0, 0, 1}, {1, 1, 0, 0}, {8, 5, 0, 3}, {8, 0, 2, 10}, {1, 3, 0, 0},
	} {
		if got := Refill(c.limit, c.held, c.free); got != c.want {
			t.Errorf("Refill(%d, %d, %d) = %d, want %d", c.limit, c.held, c.free, got, c.want)
		}
	}
	for n, want := range []int{0, 1, 1, 1, 2, 2} {
		if got := Half(n); got != want {
			t.Errorf("Half(%d) = %d, want %d", n, got, want)
		}
	}
	if a, b, c := Richer(3, 4, 1, 2), Richer(3, 4, 2, 1), Richer(3, 4, 1, 1); a != 4 || b != 3 || c != 3 {
		t.Errorf("the richer are %d, %d, %d, want 4, 3, 3", a, b, c)
	}
	for failures, most := range map[int]time.Duration{1: 5 * msec, 2: 10 * msec, 6: 160 * msec, 7: 200 * msec, 1000: 200 * msec} {
		low, high := most, time.Duration(0)
		for i := range uint64(1000) {
			d := Backoff(failures, mix(i)>>1)
			low, high = min(low, d), max(high, d)
		}
		if low < most/2 || low > most*6/10 || high > most || high < most*9/10 {
			t.Errorf("after %d failures backoffs are %v to %v, want %v to %v", failures, low, high, most/2, most)
		}
	}
}

func TestCluster_refuses(t *testing.T) {
	good := ClusterConfig{Nodes: 2, Tasks: equal(3, msec)}
	for name, change := range map[string]func(*ClusterConfig){
		"no nodes":               func(c *ClusterConfig) { c.Nodes = 0 },
		"no tasks":               func(c *ClusterConfig) { c.Tasks = nil },
		"a negative task":        func(c *ClusterConfig) { c.Tasks = []time.Duration{-1} },
		"tasks of no time":       func(c *ClusterConfig) { c.Tasks = equal(3, 0) },
		"an endless task":        func(c *ClusterConfig) { c.Tasks = equal(3, 1<<62) },
		"negative slots":         func(c *ClusterConfig) { c.Slots = -1 },
		"a negative way":         func(c *ClusterConfig) { c.OneWay = -1 },
		"negative trips":         func(c *ClusterConfig) { c.AgainTrips = -1 },
		"a negative beat":        func(c *ClusterConfig) { c.Beat = -1 },
		"too deep":               func(c *ClusterConfig) { c.Policy.Depth = 65 },
		"no such depth":          func(c *ClusterConfig) { c.Policy.Depth = -2 },
		"no such amount":         func(c *ClusterConfig) { c.Policy.Steal = "all" },
		"nobody asks":            func(c *ClusterConfig) { c.Policy.GiveBack = true },
		"give-back in own queue": func(c *ClusterConfig) { c.Policy = Policy{Steal: "one", GiveBack: true, Affinity: true} },
		"homes without need":     func(c *ClusterConfig) { c.Homes = []int{0, 0, 0} },
		"too few homes":          func(c *ClusterConfig) { c.Homes, c.Policy.Affinity = []int{0, 0}, true },
		"no such home":           func(c *ClusterConfig) { c.Homes, c.Policy.Affinity = []int{0, 2, 0}, true },
	} {
		c := good
		change(&c)
		if _, err := Cluster(t.Context(), c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(fmt.Errorf("enough"))
	if _, err := Cluster(ended, good); err == nil || err.Error() != "enough" {
		t.Errorf("an ended context: %v", err)
	}
}
