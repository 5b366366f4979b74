package lcws

import (
	"context"
	"fmt"
	"time"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Exposure times how long a thief waits for a busy owner to expose a task.
var Exposure = lab.Experiment{
	ID:     "exposure",
	Source: "[RP22] Section 4",
	Claim: "An owner that looks for requests only when it touches its deque leaves a thief waiting for as long as its " +
		"sequential code runs; one that looks at every step serves it promptly, whether it exposes one task or half " +
		"of them.",
	How: "While a thief is busy, an owner forks sixteen tasks and begins a leaf; we time from the thief's becoming " +
		"idle to the first task that it gets, for a leaf of forks, one that polls and one that does neither.",
	Confirms: "By both policies the wait, as a share of the time that the leaf still runs, has a median of at most " +
		"a tenth if the leaf forks or polls, and of at least nine tenths if it does neither.",
	Refutes: "The interval of one of these medians lies wholly on the other side. Requests made while a processor was not free do not count.",
	Params: []lab.Param{
		{Name: "samples", Doc: "of each leaf and policy in a round", Quick: []int{10}, Full: []int{25}},
		{Name: "rounds", Doc: "of all leaves and policies in turn", Quick: []int{4}, Full: []int{16}},
		{Name: "leaf", Doc: "µs that the leaf takes", Quick: []int{12_000}, Full: []int{12_000}},
	},
	Kinds: lab.Kinds{Columns: []string{"policy", "leaf"},
		Judged: []string{"one forks", "one polls", "one silent", "half forks", "half polls", "half silent"},
		Shown:  []string{"default forks", "default polls", "default silent"},
		Timed:  []string{"one forks", "one polls", "one silent", "half forks", "half polls", "half silent"},
		Alike:  [][]string{{"one forks", "one polls", "half forks", "half polls"}, {"one silent", "half silent"}}},
	Needs: lab.Needs{
		Columns: []lab.Need{{Column: "share", Is: lab.NotNegative, Some: true}},
	},
	Run:   runExposure,
	Judge: judgeExposure,
	Plot:  plotExposure,
}

// exposePolicies are the two of the claim, which expose on request only, and skua's
// default, which keeps one task public while thieves asked lately.
var exposePolicies = []struct {
	name   string
	config crew.Config
}{
	{"one", crew.Config{Workers: 2, Expose: policy.ExposeOne, Keep: policy.KeepNever}},
	{"half", crew.Config{Workers: 2, Expose: policy.ExposeHalf, Keep: policy.KeepNever}},
	{"default", crew.Config{Workers: 2, Expose: policy.ExposeHalf}},
}

var exposeLeaves = []string{"forks", "polls", "silent"}

func runExposure(ctx context.Context, r *lab.Runner) error {
	r.Expect(r.Int("rounds") * len(exposeLeaves) * len(exposePolicies))
	for round := range r.Int("rounds") {
		for _, leaf := range exposeLeaves {
			for _, policy := range exposePolicies {
				err := r.Case(ctx, lab.Row{"leaf": leaf, "policy": policy.name, "round": round}, func() ([]lab.Row, error) {
					return timeRequests(ctx, policy.config, leaf, r.Int("samples"), time.Duration(r.Int("leaf"))*time.Microsecond)
				})
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func timeRequests(ctx context.Context, config crew.Config, leaf string, samples int, long time.Duration) (rows []lab.Row, err error) {
	pool := poolOf(config)
	defer pool.Close()
	for range samples {
		had := gauge.FreeShare(2, gauge.ShortLook)
		if row, ok := ask(pool, leaf, long).row(); ok {
			row["had"] = min(had, gauge.FreeShare(2, gauge.ShortLook))
			rows = append(rows, row)
		}
	}
	return rows, ctx.Err()
}

func judgeExposure(t *lab.Table) lab.Finding {
	t = t.WithFreeProcessors()
	confirmed, against, complete := true, "", true
	for _, p := range exposePolicies[:2] {
		for _, leaf := range exposeLeaves {
			share := t.Where("policy", p.name).Where("leaf", leaf).Floats("share")
			complete = complete && len(share) >= gauge.IntervalNeeds
			low, high := gauge.Interval(share)
			ok, clear := gauge.Median(share) <= 0.1, low > 0.1
			if leaf == "silent" {
				ok, clear = gauge.Median(share) >= 0.9, high < 0.9
			}
			confirmed = confirmed && ok
			if clear {
				against += fmt.Sprintf(" Exposing %s, with a leaf that %s, the wait is %s of what is left.", p.name, leafDoes[leaf], lab.Num(gauge.Median(share)))
			}
		}
	}
	if !complete {
		return lab.Undecided("There are fewer than six samples of a leaf and policy. %s", lab.BusyMachine)
	}
	waited := func(policy, leaf string) float64 {
		return t.Where("policy", policy).Where("leaf", leaf).Median("waited")
	}
	f := lab.Undecided("A median lies on the other side of its limit, but its interval does not.")
	if confirmed || against != "" {
		f = lab.Judged(against == "", "Exposing one, the first task comes after %s µs of forks, %s with polls, %s of silence; exposing half, after %s, %s and %s.%s",
			lab.Num(waited("one", "forks")), lab.Num(waited("one", "polls")), lab.Num(waited("one", "silent")),
			lab.Num(waited("half", "forks")), lab.Num(waited("half", "polls")), lab.Num(waited("half", "silent")), against)
	}
	for _, p := range exposePolicies {
		for _, leaf := range exposeLeaves {
			of := t.Where("policy", p.name).Where("leaf", leaf)
			f.Facts = append(f.Facts, lab.NewFact(p.name+", a leaf that "+leafDoes[leaf]+": wait for the first task", of.Median("waited"), "µs"))
			if len(of.Floats("next")) > 0 {
				f.Facts = append(f.Facts, lab.NewFact(p.name+", a leaf that "+leafDoes[leaf]+": wait for the next", of.Median("next"), "µs"))
			}
		}
	}
	return f
}

var leafDoes = map[string]string{"forks": "forks", "polls": "polls", "silent": "does neither"}

func plotExposure(t *lab.Table) []lab.Figure {
	t = t.WithFreeProcessors()
	first := lab.Figure{Title: "How long a thief waits for the first task", Y: "µs", LogY: true, Kind: lab.Bars,
		Note: "Medians with their intervals, by what the owner's leaf does; a leaf that does neither ends after about 8,000 µs."}
	next := lab.Figure{Title: "How long it waits for each of the next", Y: "µs", LogY: true, Kind: lab.Bars,
		Note: "Half exposes several at once, so the next are there already. Where the owner looks at nothing there are none."}
	for _, p := range exposePolicies {
		for _, to := range []struct {
			f      *lab.Figure
			column string
		}{{&first, "waited"}, {&next, "next"}} {
			s := lab.Series{Name: p.name}
			for _, leaf := range exposeLeaves {
				v := t.Where("policy", p.name).Where("leaf", leaf).Floats(to.column)
				if len(v) == 0 {
					continue
				}
				low, high := gauge.Interval(v)
				s.Labels, s.Y = append(s.Labels, leafDoes[leaf]), append(s.Y, gauge.Median(v))
				s.Low, s.High = append(s.Low, low), append(s.High, high)
			}
			to.f.Series = append(to.f.Series, s)
		}
	}
	return []lab.Figure{first, next}
}
