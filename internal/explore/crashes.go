package explore

import (
	"fmt"
	"strconv"
	"strings"
)

// exploreCrashes searches once for each choice of the steps at which threads crash:
// all that were ever made, and none.
func exploreCrashes(o Options, f func(*X)) Result {
	first := exploreOnce(o, f, nil) // ends after one run if it meets a life
	n := first.crashes.lives
	if n == 0 || first.result.Failure != nil {
		return first.result
	}
	var sum Result
	at, hit, most := make([]int, n), make([]bool, n), first.crashes.most[:n]
	for {
		part := o.share(&sum, at, most)
		r := exploreOnce(part, f, at)
		sum.add(&r.result)
		for i := range most {
			most[i] = max(most[i], r.crashes.most[i])
			hit[i] = hit[i] || r.crashes.hit[i]
		}
		if sum.Failure != nil || !turn(at, hit) {
			return sum
		}
		if o.enough(sum) {
			sum.Exhausted = false
			return sum
		}
	}
}

// turn goes to the next choice, the last thread's first. A thread that was not hit
// has no such step in any run.
func turn(at []int, hit []bool) bool {
	for i := len(at) - 1; i >= 0; i-- {
		was := hit[i]
		hit[i] = false
		if was {
			at[i]++
			return true
		}
		at[i] = 0
	}
	return false
}

// share gives a search its part of the work and of the runs that are left.
func (o Options) share(sum *Result, at, most []int) Options {
	all, before := 1, 0
	for i, n := range most {
		all *= n + 1
		before = before*(n+1) + min(at[i], n)
	}
	left := max(all-before, 1)
	if o.MaxWork > 0 {
		o.MaxWork = max((o.MaxWork-sum.Steps)/left, 1)
	}
	if o.MaxRuns > 0 {
		o.MaxRuns = max((o.MaxRuns-sum.Runs)/left, 1)
	}
	return o
}

// add makes r the result of two searches.
func (r *Result) add(b *Result) {
	r.Exhausted = b.Exhausted && (r.Exhausted || r.Runs == 0)
	r.Runs, r.Steps, r.Pruned = r.Runs+b.Runs, r.Steps+b.Steps, r.Pruned+b.Pruned
	r.Crashes, r.Cut = r.Crashes+b.Crashes, r.Cut+b.Cut
	if r.Failure = b.Failure; r.Failure != nil {
		r.Failure.Run = r.Runs
	}
	if r.seen == nil {
		r.seen = b.seen
	}
	for v := range b.seen {
		r.seen[v] = struct{}{}
	}
}

// A schedule with crashes begins with them: "@3,7" kills or stops the first such
// thread after its third step and the second after its seventh.

func (c *crashes) prefix() string {
	if len(c.at) == 0 {
		return ""
	}
	var parts []string
	for _, n := range c.at {
		parts = append(parts, strconv.Itoa(n))
	}
	return "@" + strings.Join(parts, ",") + " "
}

func cutCrashes(schedule string) (at []int, steps string, err error) {
	if !strings.HasPrefix(schedule, "@") {
		return nil, schedule, nil
	}
	first, steps, _ := strings.Cut(schedule[1:], " ")
	for n := range strings.SplitSeq(first, ",") {
		k, err := strconv.Atoi(n)
		if err != nil {
			return nil, "", fmt.Errorf("schedule: cannot read the crashes %q", first)
		}
		at = append(at, k)
	}
	return at, steps, nil
}
