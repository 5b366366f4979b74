package defaults

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Policies runs every workload on each configuration, and on the default beside it.
var Policies = lab.Experiment{
	ID:     "policies",
	Source: "[HS02] Section 2.2.1, [BL99], [CL05], [RP22]",
	Claim: "Over all workloads that spawn tasks, and over all that fork and loop, no other choice of deque for spawned tasks, balancing, amount and victim is faster " +
		"than the default of skua: a locked deque, steal on empty, half of the difference, a random victim.",
	How: "Each workload on a pool of each configuration and on one of the default, in turns; what counts is the " +
		"quotient of two neighbouring runs. The default is also compared with itself, which shows the noise.",
	Confirms: "No configuration has a geometric mean over the workloads of either class, of the medians of these quotients, below 0.95, " +
		"and that of the default against itself is within 5 % of 1 in each.",
	Refutes: "One has in a class in which the default is within 5 % of itself, and the interval of its geometric means, one for each of " +
		"six rounds at least, lies wholly below 0.95.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers of each pool", Quick: []int{4}, Full: []int{2, 4}},
		{Name: "crossed", Doc: "1: every combination; 0: each deque with one other policy changed", Quick: []int{0}, Full: []int{1}},
		{Name: "size", Doc: "0: workloads of about a millisecond; 1: of some more", Quick: []int{0}, Full: []int{1}},
		{Name: "rounds", Doc: "pairs of runs", Quick: []int{6}, Full: []int{15}},
	},
	Kinds: lab.Kinds{Columns: []string{"class"}, Judged: []string{spawnsClass, forksClass}, Timed: []string{spawnsClass, forksClass},
		Alike: [][]string{{spawnsClass, forksClass}}},
	Needs: lab.Needs{
		Columns: []lab.Need{{Column: "ns"}, {Column: "default"}, {Column: "workers", Is: lab.Size}},
		Key:     []string{"workload", "config", "workers", "round"},
		Crossed: []string{"config"},
	},
	Run:   runPolicies,
	Judge: judgePolicies,
	Plot:  plotPolicies,
}

// policyNoise is how much faster a configuration must be to count as better. Where
// the default differs from itself by more, nothing is confirmed.
const policyNoise = 0.05

// A policyRow is one configuration with its quotients: of each case, that is
// workload and number of workers, one for each round.
type policyRow struct {
	name   string
	cases  map[string][]float64
	mean   float64 // over the cases, of the medians
	rounds []float64
}

// policyRows gathers the samples, best configuration first.
func policyRows(t *lab.Table) (rows []*policyRow) {
	of := map[string]*policyRow{}
	for _, r := range t.Rows {
		name, _ := r["config"].(string)
		ns, _ := r["ns"].(float64)
		base, _ := r["default"].(float64)
		if name == "" || ns <= 0 || base <= 0 {
			continue
		}
		row := of[name]
		if row == nil {
			row = &policyRow{name: name, cases: map[string][]float64{}}
			of[name], rows = row, append(rows, row)
		}
		c := fmt.Sprint(r["workload"], r["workers"])
		row.cases[c] = append(row.cases[c], ns/base)
	}
	for _, row := range rows {
		row.sum()
	}
	slices.SortStableFunc(rows, func(a, b *policyRow) int {
		if a.mean < b.mean {
			return -1
		}
		return 1
	})
	return rows
}

func (p *policyRow) sum() {
	var medians []float64
	rounds := math.MaxInt
	names := slices.Sorted(maps.Keys(p.cases))
	for _, c := range names {
		medians = append(medians, gauge.Median(p.cases[c]))
		rounds = min(rounds, len(p.cases[c]))
	}
	p.mean = geometric(medians)
	for i := range rounds {
		var of []float64
		for _, c := range names {
			of = append(of, p.cases[c][i])
		}
		p.rounds = append(p.rounds, geometric(of))
	}
}

// geometric returns the geometric mean of positive numbers.
func geometric(v []float64) float64 {
	logs := make([]float64, len(v))
	for i, x := range v {
		logs[i] = math.Log(x)
	}
	return math.Exp(gauge.Mean(logs))
}

// A policyVerdict is what the samples of one class say.
type policyVerdict struct {
	text            string
	lacks           string // why they say nothing, or ""
	better          int    // configurations that are surely faster
	noisy, suspects bool   // the default differs from itself; a configuration may be faster
	facts           []lab.Fact
}

func judgePolicies(t *lab.Table) lab.Finding {
	free := t.WithFreeProcessors()
	better, open := 0, false
	var texts []string
	var facts []lab.Fact
	for _, class := range []string{spawnsClass, forksClass} {
		v := judgeClass(free.Where("class", class), len(t.Where("class", class).Names("workload")), len(t.Names("config")))
		if v.lacks != "" {
			return lab.Undecided("Of %s: %s", class, v.lacks)
		}
		texts = append(texts, "Of "+class+": "+v.text)
		facts = append(facts, v.facts...)
		if !v.noisy {
			better += v.better
		}
		open = open || v.noisy || v.suspects
	}
	text := strings.Join(texts, " ")
	f := lab.Undecided("%s", text)
	if better > 0 || !open {
		f = lab.Judged(better == 0, "%s", text)
	}
	f.Facts = facts
	return f
}

// judgeClass compares the configurations on the workloads of one class. It is told how many there
// are of both, with free processors or without.
func judgeClass(t *lab.Table, workloads, configs int) (v policyVerdict) {
	rows := policyRows(t)
	var control *policyRow
	rows = slices.DeleteFunc(rows, func(r *policyRow) bool {
		if r.name == defaultPolicy.String() {
			control = r
		}
		return r.name == defaultPolicy.String()
	})
	if len(rows) == 0 || control == nil {
		v.lacks = "there is no sample of another configuration with free processors, or none of the default against itself."
		return v
	}
	if w := len(t.Names("workload")); w < workloads || len(rows)+1 < configs {
		v.lacks = fmt.Sprintf("there are samples with free processors of %d workloads of %d, and of %d configurations of %d.", w, workloads, len(rows)+1, configs)
		return v
	}
	for _, r := range rows {
		if len(r.cases) != len(control.cases) {
			v.lacks = fmt.Sprintf("of %s there are samples with free processors for %d cases, of the default for %d.", r.name, len(r.cases), len(control.cases))
			return v
		}
		if _, high := gauge.Interval(r.rounds); len(r.rounds) >= gauge.IntervalNeeds && r.mean < 1-policyNoise && high < 1-policyNoise {
			v.better++
		}
	}
	best, last := rows[0], rows[len(rows)-1]
	low, high := gauge.Interval(best.rounds)
	v.noisy, v.suspects = math.Abs(1-control.mean) > policyNoise, best.mean < 1-policyNoise
	v.text = fmt.Sprintf("the best of %d others, %s, takes %s (%s to %s) of the default's time over %d cases; the default against itself %s. "+
		"Surely faster by more than 5 %% are %d.", len(rows), best.name, lab.Num(best.mean), lab.Num(low), lab.Num(high), len(best.cases), lab.Num(control.mean), v.better)
	class := fmt.Sprint(t.Rows[0]["class"])
	v.facts = append(v.facts, lab.NewFact(class+": default against itself", control.mean, ""))
	for _, r := range rows[:min(3, len(rows))] {
		v.facts = append(v.facts, lab.NewFact(class+": "+r.name, r.mean, ""))
	}
	v.facts = append(v.facts, lab.NewFact(class+": slowest: "+last.name, last.mean, ""))
	return v
}

func plotPolicies(t *lab.Table) []lab.Figure { return []lab.Figure{plotChanges(t), plotDeques(t)} }

// plotChanges draws the deques by the policy that is changed.
func plotChanges(t *lab.Table) lab.Figure {
	f := lab.Figure{
		Title: "Configurations over all workloads", Y: "time / the default's", LogY: true, Kind: lab.Bars,
		Note: "Geometric means of medians. The bar of locked, with nothing else changed, is the default against itself.",
	}
	of := map[string]*policyRow{}
	for _, r := range policyRows(t) {
		of[r.name] = r
	}
	for _, p := range policyChanges() {
		s := lab.Series{Name: p.changed()}
		for _, p.deque = range policyDeques {
			if r := of[p.String()]; r != nil {
				low, high := gauge.Interval(r.rounds)
				s.Labels, s.Y = append(s.Labels, p.deque), append(s.Y, r.mean)
				s.Low, s.High = append(s.Low, low), append(s.High, high)
			}
		}
		if len(s.Y) > 0 {
			f.Series = append(f.Series, s)
		}
	}
	return f
}

// plotDeques draws each workload with the deques that hold its spawned tasks.
func plotDeques(t *lab.Table) lab.Figure {
	f := lab.Figure{
		Title: "Deques by workload", Y: "time / the default's", LogY: true, Kind: lab.Bars,
		Note: "The other policies are the default's. Workloads that spawn nothing show the noise.",
	}
	for _, kind := range policyDeques {
		p := defaultPolicy
		p.deque = kind
		s := lab.Series{Name: kind}
		of := t.Where("config", p.String())
		for _, name := range t.Names("workload") {
			var ratios []float64
			for _, r := range of.Where("workload", name).Rows {
				ratios = append(ratios, r["ns"].(float64)/r["default"].(float64))
			}
			if len(ratios) > 0 {
				s.Labels, s.Y = append(s.Labels, name), append(s.Y, gauge.Median(ratios))
			}
		}
		if len(s.Y) > 0 {
			f.Series = append(f.Series, s)
		}
	}
	return f
}
