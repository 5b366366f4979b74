package defaults

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Policies runs small workloads on each configuration of package classic, and on skua's choice beside it.
var Policies = lab.Experiment{
	ID:     "policies",
	Source: "[HS02] Section 2.2.1, [BL99], [CL05], [RP22]",
	Claim: "In the pool of package classic no choice of deque, balancing, amount and victim runs spawned tasks faster than " +
		"what skua has for them: a locked deque, steal on empty, half of the difference, a random victim.",
	How: "A tree of spawns, spawns of one worker, and a batch of uneven tasks on a pool of each configuration and on one of " +
		"skua's choice, in turns; what counts is the quotient of two neighbouring runs. Skua's choice is also compared with itself, " +
		"which shows the noise. A tree of forks is shown beside: skua's own forks lie in no deque.",
	Confirms: "No configuration has a geometric mean over the workloads that spawn, of the medians of these quotients, below 0.95, " +
		"and that of skua's choice against itself is within 5 % of 1.",
	Refutes: "Skua's choice is within 5 % of itself, and one has such a mean, and the interval of its geometric means, one for each of " +
		"six rounds at least, lies wholly below 0.95.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers of each pool", Quick: []int{4}, Full: []int{2, 4}},
		{Name: "tasks", Doc: "of about 1 µs in a run", Quick: []int{1000}, Full: []int{1000}},
		{Name: "rounds", Doc: "pairs of runs", Quick: []int{6}, Full: []int{15}},
	},
	Kinds: lab.Kinds{Columns: []string{"workload"}, Judged: spawning, Shown: []string{"forks"}, Timed: spawning, Alike: [][]string{spawning}},
	Needs: lab.Needs{
		Columns: []lab.Need{{Column: "quotient"}, {Column: "workers", Is: lab.Size}},
		Key:     []string{"workload", "config", "workers", "round"},
		Crossed: []string{"config", "workers"},
	},
	Run:   runPolicies,
	Judge: judgePolicies,
	Plot:  plotPolicies,
}

// spawning are the workloads that the claim is about.
var spawning = []string{"tree", "owner", "batch"}

// policyNoise is how much faster a configuration must be to count as better. Where
// skua's choice differs from itself by more, nothing is confirmed.
const policyNoise = 0.05

// A policyRow is what one configuration takes of the time of skua's choice.
type policyRow struct {
	name      string
	mean      float64   // over the workloads and numbers of workers, of the medians
	rounds    []float64 // the same means of each round
	low, high float64   // their interval
}

// policyRows sums up the samples that had enough processors, of each configuration of t. A round counts
// if each workload has as many such samples.
func policyRows(t *lab.Table) (rows []policyRow) {
	logs := map[string]map[string][]float64{} // by configuration and case
	cases := map[string]bool{}
	caseOf := func(r lab.Row) string { return fmt.Sprint(r["workload"], r["workers"]) }
	for _, r := range t.Rows {
		cases[caseOf(r)] = true
	}
	for _, r := range t.WithFreeProcessors().Rows {
		config, c := fmt.Sprint(r["config"]), caseOf(r)
		if logs[config] == nil {
			logs[config] = map[string][]float64{}
		}
		logs[config][c] = append(logs[config][c], math.Log(r["quotient"].(float64)))
	}
	for _, config := range t.Names("config") {
		r, rounds, sum := policyRow{name: config}, math.MaxInt, 0.0
		for c := range cases {
			rounds = min(rounds, len(logs[config][c]))
			sum += gauge.Median(logs[config][c])
		}
		r.mean = math.Exp(sum / float64(len(cases)))
		for i := range rounds {
			sum := 0.0
			for c := range cases {
				sum += logs[config][c][i]
			}
			r.rounds = append(r.rounds, math.Exp(sum/float64(len(cases))))
		}
		r.low, r.high = gauge.Interval(r.rounds)
		rows = append(rows, r)
	}
	return rows
}

func judgePolicies(t *lab.Table) lab.Finding {
	of := &lab.Table{}
	for _, name := range spawning {
		of.Rows = append(of.Rows, t.Where("workload", name).Rows...)
	}
	var control policyRow
	var rows []policyRow
	better := 0
	for _, r := range policyRows(of) {
		if len(r.rounds) == 0 {
			return lab.Undecided("Of %s there is a workload without a sample with free processors.", r.name)
		}
		if r.name == configName(skuas) {
			control = r
			continue
		}
		if rows = append(rows, r); len(r.rounds) >= gauge.IntervalNeeds && max(r.mean, r.high) < 1-policyNoise {
			better++
		}
	}
	if len(rows) == 0 || len(control.rounds) == 0 {
		return lab.Undecided("There is no sample of another configuration, or none of skua's choice against itself.")
	}
	slices.SortFunc(rows, func(a, b policyRow) int { return cmp.Compare(a.mean, b.mean) })
	best := rows[0]
	text := fmt.Sprintf("The best of %d others, %s, takes %s (%s to %s) of the time of skua's choice; skua's choice against itself %s. "+
		"Surely faster by more than 5 %% are %d.", len(rows), best.name, lab.Num(best.mean), lab.Num(best.low), lab.Num(best.high), lab.Num(control.mean), better)
	f := lab.Undecided("%s", text)
	if math.Abs(1-control.mean) <= policyNoise && (better > 0 || best.mean >= 1-policyNoise) {
		f = lab.Judged(better == 0, "%s", text)
	}
	for _, r := range append([]policyRow{control, rows[len(rows)-1]}, rows[:min(3, len(rows))]...) {
		f.Facts = append(f.Facts, lab.NewFact(r.name, r.mean, ""))
	}
	return f
}

// plotPolicies draws each workload with each deque.
func plotPolicies(t *lab.Table) []lab.Figure {
	f := lab.Figure{Title: "Deques by workload", Y: "time / that of skua's choice", LogY: true, Kind: lab.Bars,
		Note: "The other options are those of skua's choice. The bars of Locked are skua's choice against itself."}
	for _, d := range policyDeques {
		c := skuas
		c.Deque = d
		f.Series = append(f.Series, lab.MedianBars(t.Where("config", configName(c)), d.String(), "workload", "quotient"))
	}
	return []lab.Figure{f}
}
