package cluster

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/sim"
)

// Simulated predicts, and measures nothing.
var Simulated = Measured(nil)

// A Runner runs sleeping tasks on a real cluster and returns where each ran and
// when, by one clock. It is asked for one run at a time.
type Runner func(ctx context.Context, w Work) (runs []sim.ClusterRun, err error)

// Work is one run: the tasks in the order of the queue, and how many processes
// with one slot each run them, under which policy. Each message between a process and
// the server takes Added longer than it does by itself, in either direction.
type Work struct {
	Nodes  int
	Tasks  []time.Duration
	Policy sim.Policy
	Added  time.Duration
}

// Measured returns the experiment "cluster", which predicts by simulation and
// then measures by run. This package may not use the cluster's module, so the package that
// does brings run; nil measures nothing, and the finding says so.
func Measured(run Runner) lab.Experiment {
	return lab.Experiment{
		ID:     "cluster",
		Source: "[AI22] Scopes, Multiple Machines",
		Claim:  "Where each host of a cluster keeps a deque of its own, idle hosts that steal from the others level the load.",
		How: "Four nodes take sleeping tasks from one queue, each holding some ahead in its deque, by each policy of prefetching and stealing, " +
			"with tasks that are even, of a Pareto distribution, or with a row of long ones at the head of the queue or later, and with several round trips: simulated, " +
			"and measured with real processes and a real server where the tool can start them.",
		Confirms: "In the simulation and wherever it is measured: with a row of long tasks at the head and a round trip shorter than a task, 64 tasks ahead without stealing take at least " +
			"1.5 times as long as 8 ahead, and with stealing half at most 1.15 times; and with even tasks and a round trip of half a task or more, " +
			"asking for each task when the last has ended takes at least 1.25 times as long as 8 ahead.",
		Refutes: "One of these ratios lies on the other side, with its whole interval. Runs without free processors do not count.",
		Params: []lab.Param{
			{Name: "tasks", Doc: "tasks of a simulated run", Quick: []int{800}, Full: []int{800}},
			{Name: "nodes", Doc: "nodes, with a slot each", Quick: []int{4}, Full: []int{4}},
			{Name: "task", Doc: "µs that a task takes on average", Quick: []int{5000}, Full: []int{5000}},
			{Name: "loopback", Doc: "µs that a message takes one way by itself, in the simulation", Quick: []int{30}, Full: []int{30}},
			{Name: "added", Doc: "µs that are added to that", Quick: []int{0, 2000, 10000}, Full: []int{0, 2000, 10000}},
			{Name: "samples", Doc: "simulated runs of each kind", Quick: []int{21}, Full: []int{101}},
			{Name: "measured tasks", Doc: "tasks of a measured run", Quick: []int{400}, Full: []int{800}},
			{Name: "measured added", Doc: "µs that are added to a message when measured", Quick: []int{0, 2000}, Full: []int{0, 2000, 10000}},
			{Name: "measured samples", Doc: "measured runs of each kind, in turns", Quick: []int{1}, Full: []int{3}},
		},
		Kinds: lab.Kinds{Columns: []string{"place"}, Judged: []string{"simulated", "measured"}, Timed: []string{"measured"}},
		Needs: lab.Needs{
			Columns: []lab.Need{
				{Column: "time_ms"}, {Column: "task_ms"}, {Column: "added_us", Is: lab.NotNegative},
				{Column: "round_trip_ms"}, {Column: "sample", Is: lab.Count},
			},
			Key:     []string{"place", "skew", "way", "added_us", "sample"},
			Crossed: []string{"skew", "way", "added_us"},
		},
		Run: func(ctx context.Context, r *lab.Runner) error {
			return sampler{r, run}.all(ctx)
		},
		Judge: judge,
		Plot:  plot,
	}
}

// ways are the policies, from the least ahead to the most.
var ways = []struct {
	name   string
	policy sim.Policy
}{
	{"strict pull", sim.Policy{}},
	{"1 ahead", sim.Policy{Depth: 1}},
	{"adaptive", sim.Policy{Depth: sim.Adaptive}},
	{"adaptive, steal half", sim.Policy{Depth: sim.Adaptive, Steal: "half"}},
	{"8 ahead", sim.Policy{Depth: 8}},
	{"8 ahead, steal half", sim.Policy{Depth: 8, Steal: "half"}},
	{"64 ahead", sim.Policy{Depth: 64}},
	{"64 ahead, steal one", sim.Policy{Depth: 64, Steal: "one"}},
	{"64 ahead, steal half", sim.Policy{Depth: 64, Steal: "half"}},
	{"64 ahead, give back half", sim.Policy{Depth: 64, Steal: "half", GiveBack: true}},
}

// skews make n tasks that take mean on average.
var skews = []struct {
	name  string
	tasks func(n int, mean time.Duration, r *rand.Rand) []time.Duration
}{
	{"even", func(n int, mean time.Duration, _ *rand.Rand) []time.Duration {
		return slices.Repeat([]time.Duration{mean}, n)
	}},
	{"pareto", func(n int, mean time.Duration, r *rand.Rand) []time.Duration {
		tasks := make([]time.Duration, n)
		for i := range tasks { // 1/u of a u in (0, 1] has no mean; cut off at 40, it is 4.69
			tasks[i] = time.Duration(float64(mean) * min(40, 1/(1-r.Float64())) / 4.69)
		}
		return tasks
	}},
	{"burst", func(n int, mean time.Duration, _ *rand.Rand) []time.Duration {
		return burst(n, 0, mean)
	}},
	{"late burst", func(n int, mean time.Duration, r *rand.Rand) []time.Duration {
		return burst(n, n/2+r.IntN(n/2-n/16), mean)
	}},
}

// burst makes tasks of one length, but a sixteenth of them, in a row from task at
// on, take sixteen times as long.
func burst(n, at int, mean time.Duration) []time.Duration {
	long := n / 16
	short := time.Duration(float64(mean) * float64(n) / float64(n+15*long))
	tasks := slices.Repeat([]time.Duration{short}, n)
	for i := range long {
		tasks[at+i] *= 16
	}
	return tasks
}

// A sampler takes the samples; if measure is not nil, it takes measured ones too.
type sampler struct {
	*lab.Runner
	measure Runner
}

func (r sampler) micros(param string) time.Duration {
	return time.Duration(r.Int(param)) * time.Microsecond
}

// all takes the cases, one for each place, skew and latency.
func (r sampler) all(ctx context.Context) error {
	places := []place{{"simulated", r.Ints("added"), r.Int("tasks"), r.Int("samples"), r.simulate}}
	if r.measure != nil {
		places = append(places, place{"measured", r.Ints("measured added"), r.Int("measured tasks"), r.Int("measured samples"), r.real})
	}
	cases := 0
	for _, p := range places {
		cases += len(p.added) * len(skews)
	}
	r.Expect(cases)
	for _, p := range places {
		if err := r.place(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// A place is where tasks run: in the simulation or on real processes.
type place struct {
	name           string
	added          []int
	tasks, samples int
	run            func(ctx context.Context, w Work, seed uint64) (lab.Row, error)
}

func (r sampler) place(ctx context.Context, p place) error {
	for _, skew := range skews {
		for _, added := range p.added {
			key := lab.Row{"place": p.name, "skew": skew.name, "added_us": added}
			err := r.Case(ctx, key, func() (rows []lab.Row, err error) {
				w := Work{Nodes: r.Int("nodes"), Added: time.Duration(added) * time.Microsecond}
				random := r.Rand(key)
				for sample := range p.samples {
					w.Tasks = skew.tasks(p.tasks, r.micros("task"), random)
					turns, err := r.turns(ctx, p, w, sample, random.Uint64())
					if err != nil {
						return nil, err
					}
					rows = append(rows, turns...)
				}
				return rows, nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// turns runs the same tasks under each policy. Every sample begins with another policy.
func (r sampler) turns(ctx context.Context, p place, w Work, sample int, seed uint64) (rows []lab.Row, err error) {
	const mostLooks = 50 // for free processors, 150 ms at most: one in two sees too little, and a host takes one away for moments
	had := 0.0
	if p.name == "measured" {
		had = gauge.FreeShareSoon(min(w.Nodes, r.Workers), gauge.ShortLook, mostLooks)
	}
	for i := range ways {
		way := ways[(sample+i)%len(ways)]
		w.Policy = way.policy
		row, err := p.run(ctx, w, seed)
		if err != nil {
			return nil, err
		}
		row["way"], row["sample"] = way.name, sample
		row["round_trip_ms"] = 2 * gauge.Milliseconds(r.micros("loopback")+w.Added)
		row["task_ms"] = gauge.Milliseconds(r.micros("task"))
		if had > 0 {
			row["had"] = had
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// simulate runs the work in the simulation.
func (r sampler) simulate(ctx context.Context, w Work, seed uint64) (lab.Row, error) {
	res, err := sim.Cluster(ctx, sim.ClusterConfig{
		Nodes: w.Nodes, Tasks: w.Tasks, Policy: w.Policy, Seed: seed,
		OneWay: r.micros("loopback") + w.Added, AgainTrips: 3,
	})
	if err != nil {
		return nil, err
	}
	row := times(res.Runs, w.Nodes)
	row["pulls"], row["stolen"] = res.Pulls, res.Stolen
	return row, nil
}

// real measures the work. Beside that it predicts, by simulation, tasks that take as long
// as these really took, because a sleep is longer than it was meant to be.
func (r sampler) real(ctx context.Context, w Work, seed uint64) (lab.Row, error) {
	runs, err := r.measure(ctx, w)
	if err != nil {
		return nil, err
	}
	if len(runs) != len(w.Tasks) {
		return nil, fmt.Errorf("%d of %d tasks were run", len(runs), len(w.Tasks))
	}
	w.Tasks = nil
	for _, run := range runs {
		w.Tasks = append(w.Tasks, run.To-run.From)
	}
	predicted, err := r.simulate(ctx, w, seed)
	if err != nil {
		return nil, err
	}
	row := times(runs, w.Nodes)
	row["predicted_ms"] = predicted["time_ms"]
	return row, nil
}

// times returns how long the tasks took, from the beginning of the first to the end of
// the last, and that time over the least that this number of nodes needs.
func times(runs []sim.ClusterRun, nodes int) lab.Row {
	from, to, work, most := runs[0].From, runs[0].To, time.Duration(0), time.Duration(0)
	for _, run := range runs {
		from, to = min(from, run.From), max(to, run.To)
		work += run.To - run.From
		most = max(most, run.To-run.From)
	}
	ideal := max(most, work/time.Duration(nodes))
	return lab.Row{"time_ms": gauge.Milliseconds(to - from), "time_to_ideal": gauge.Milliseconds(to-from) / gauge.Milliseconds(ideal)}
}
