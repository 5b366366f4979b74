package abp

import (
	"fmt"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

const (
	mostGrowth = 1.5  // of T·P_A over T₁ + P·T∞, beside other processes: the bound's constant is the same for all
	lockPays   = 1.25 // how many times as long the deque with the lock takes, at least, if its lock matters
)

// A setting is a computation with a number of workers.
type setting struct {
	name  string
	table *lab.Table
}

func settings(t *lab.Table) (all []setting) {
	for _, program := range t.Names("program") {
		of := t.Where("program", program)
		for _, workers := range of.Values("workers") {
			all = append(all, setting{fmt.Sprintf("%s, %s workers", program, lab.Num(workers)), of.Where("workers", workers)})
		}
	}
	return all
}

// A cost is the median of a quotient beside other processes, with its interval and where it was
// seen.
type cost struct {
	median, low, high float64
	where             string
	few               bool // too few samples for an interval
}

// costs are those of a column beside other processes, for each setting and number of them, over
// what without returns for the setting.
func costs(t *lab.Table, column string, without func(setting) float64) (all []cost) {
	for _, s := range settings(t) {
		unit := without(s)
		for _, others := range s.table.Values("others") {
			if others == 0 {
				continue
			}
			v := s.table.Where("others", others).Floats(column)
			c := cost{where: fmt.Sprintf("%s, %s others", s.name, lab.Num(others)), few: len(v) < gauge.IntervalNeeds || unit == 0}
			if !c.few {
				low, high := gauge.Interval(v)
				c.median, c.low, c.high = gauge.Median(v)/unit, low/unit, high/unit
			}
			all = append(all, c)
		}
	}
	return all
}

// leastGot is of how many processors a run without other processes must have had the time, on average: three
// quarters of two, the fewest that there are. With less, another program ran beside it that nobody started.
const leastGot = 1.5

// alone is what a run costs in a setting without other processes, or 0 if too few of these were alone.
func alone(s setting) float64 {
	t := &lab.Table{}
	for _, r := range s.table.Where("others", 0).Rows {
		if r.Number("got") >= leastGot {
			t.Rows = append(t.Rows, r)
		}
	}
	if len(t.Rows) < lab.FewestSamples {
		return 0
	}
	return t.Median("c")
}

// greatest is the cost with the greatest median, and says whether too few samples are behind
// one of them.
func greatest(all []cost) (most cost, few bool) {
	for _, c := range all {
		few = few || c.few
		if c.median > most.median {
			most = c
		}
	}
	return most, few || len(all) == 0
}

func judgeMultiprogramming(t *lab.Table) lab.Finding {
	growths := costs(t.Where("deque", "abp"), "c", alone)
	locks := costs(t.Where("deque", "locked"), "over_abp", func(setting) float64 { return 1 })
	growth, few := greatest(growths)
	lock, fewer := greatest(locks)
	if few || fewer {
		return lab.Undecided("There are not %d samples of each deque beside each number of other processes, or not %d without that had %s processors.",
			gauge.IntervalNeeds, lab.FewestSamples, lab.Num(leastGot))
	}
	reason := fmt.Sprintf("Without a lock, T·P_A/(T₁ + P·T∞) grows at most %s times beside other processes (%s); "+
		"the lock makes a run take at most %s times as long (%s).", lab.Num(growth.median), growth.where, lab.Num(lock.median), lock.where)
	exceeds, harmless := false, true
	for _, c := range growths {
		exceeds = exceeds || c.low > mostGrowth
	}
	for _, c := range locks {
		harmless = harmless && c.high < lockPays
	}
	f := lab.Undecided("%s", reason)
	switch {
	case exceeds || harmless:
		f = lab.Judged(false, "%s", reason)
	case growth.median <= mostGrowth && lock.median >= lockPays:
		f = lab.Judged(true, "%s", reason)
	}
	f.Facts = multiprogrammingFacts(t, locks)
	return f
}

func multiprogrammingFacts(t *lab.Table, locks []cost) (facts []lab.Fact) {
	for _, s := range settings(t.Where("deque", "abp")) {
		for _, others := range s.table.Values("others") {
			name := fmt.Sprintf("abp: T·P_A over T₁ + P·T∞, %s, %s others", s.name, lab.Num(others))
			facts = append(facts, lab.NewFact(name, s.table.Where("others", others).Median("c"), ""))
		}
	}
	for _, c := range locks {
		facts = append(facts, lab.NewFact("time with the lock over time without, "+c.where, c.median, ""))
	}
	for _, others := range t.Values("others") {
		facts = append(facts, lab.NewFact(fmt.Sprintf("processors got beside %s others", lab.Num(others)), t.Where("others", others).Median("got"), ""))
	}
	return facts
}
