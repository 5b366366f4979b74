package stealhalf

import (
	"context"
	"fmt"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/sim"
)

// Instability lets tasks arrive on few processors, and asks whether loads stay bounded.
var Instability = lab.Experiment{
	ID:     "instability",
	Source: "[HS02] Section 1.2, after [BFG03]",
	Claim: "A system in which one task is stolen at a time can become unstable, its tasks growing without " +
		"bound; one in which half are stolen stays stable.",
	How: "The model of Berenbrink, Friedetzky and Goldberg, simulated: some processors share the arrivals, " +
		"fewer than all can consume, each processor consumes one task in a step, and who is empty steals; and the " +
		"same with probabilistic balancing. The slope of the number of tasks over the second half is fitted.",
	Confirms: "If one is stolen at least a tenth of what arrives piles up in some system; if half are, less " +
		"than a twentieth in every one.",
	Refutes: "A tenth piles up in some system in which half are stolen, or less than a twentieth in every one in " +
		"which one is.",
	Params: []lab.Param{
		{Name: "processors", Doc: "simulated processors", Quick: []int{16, 64, 256, 1024}, Full: []int{16, 64, 256, 1024, 4096}},
		{Name: "load", Doc: "tasks that arrive, in per cent of what can be consumed", Quick: []int{50, 90}, Full: []int{50, 90, 98}},
		{Name: "steps", Doc: "steps", Quick: []int{2000}, Full: []int{10000}},
	},
	Kinds: lab.Kinds{Columns: []string{"amount"}, Judged: []string{"one", "half"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "rate"}, {Column: "step", Is: lab.Count}, {Column: "tasks", Is: lab.NotNegative, Some: true},
			{Column: "processors", Is: lab.Size},
		},
		Key:     []string{"amount", "balance", "at", "processors", "load", "each", "step"},
		Crossed: []string{"balance"},
	},
	Run:   runInstability,
	Judge: judgeInstability,
	Plot:  plotInstability,
}

const (
	stable   = 0.05 // at most this share of what arrives piles up
	unstable = 0.10 // at least this share
	most     = 1.1  // all, and what chance adds to it
)

// arrivalHosts say on how many processors tasks arrive: on one, on few, on all. They are
// the functions that the source of the model uses.
var arrivalHosts = []struct {
	name  string
	hosts func(processors int) int
}{
	{"one", func(p int) int { return 1 }},
	{"few", func(p int) int { return p / 16 }},
	{"all", func(p int) int { return p }},
}

// sweep has numbers of tasks, in per cent, that arrive in a step at an eighth of the
// processors. The most that stealing one can carry lies between the least and the
// greatest.
var sweep = []int{110, 150, 180, 220, 300}

func runInstability(ctx context.Context, r *lab.Runner) error {
	amounts, policies := []string{"one", "half"}, []string{"empty", "chance"}
	r.Expect(len(amounts) * (len(policies)*len(r.Ints("processors"))*len(r.Ints("load"))*len(arrivalHosts) + len(sweep)))
	for _, amount := range amounts {
		for _, p := range r.Ints("processors") {
			for _, load := range r.Ints("load") {
				for _, hosts := range arrivalHosts {
					for _, balance := range policies {
						key := lab.Row{"amount": amount, "balance": balance, "processors": p, "load": load, "at": hosts.name}
						if err := arrivals(ctx, r, key, hosts.hosts(p), float64(load)/100); err != nil {
							return err
						}
					}
				}
			}
		}
		for _, each := range sweep {
			const processors = 256
			key := lab.Row{"amount": amount, "balance": "empty", "processors": processors, "each": each, "at": "an eighth"}
			if err := arrivals(ctx, r, key, processors/8, float64(each)/100/8); err != nil {
				return err
			}
		}
	}
	return nil
}

// arrivals takes one case: rate tasks for each processor and step, which arrive at hosts
// of the processors.
func arrivals(ctx context.Context, r *lab.Runner, key lab.Row, hosts int, rate float64) error {
	return r.Case(ctx, key, func() ([]lab.Row, error) {
		// All processors have the same moment: whom a thief robs need not attend, as in [BFG03]. In the
		// synchronous model of [HS02] a thief whom another one selects loses half of its chances.
		res, err := sim.Load(ctx, sim.LoadConfig{
			Async: true, Moments: 1,
			Processors: key["processors"].(int), Steps: r.Int("steps"), Seed: r.Rand(key).Uint64(), Generate: "arrivals",
			Hot: hosts, Rate: rate, Amount: key["amount"].(string), Balance: key["balance"].(string), Samples: 41,
		})
		var rows []lab.Row
		for _, at := range res.Trace {
			rows = append(rows, lab.Row{"step": at.Step, "tasks": at.Mean, "rate": rate, "per host": rate * float64(key["processors"].(int)) / float64(hosts)})
		}
		return rows, err
	})
}

// A pileUp is the share of the arriving tasks that stay in one system.
type pileUp struct {
	where string
	share float64
	host  float64 // tasks that arrive at a host in a step
}

// pileUps returns the pile-up of each system in which thieves take that amount, in the
// order of the table.
func pileUps(t *lab.Table, amount string) (out []pileUp) {
	systems, names := map[string]*lab.Table{}, []string(nil)
	for _, row := range t.Where("amount", amount).Rows {
		name := fmt.Sprintf("%v processors, arrivals at %v, policy %v", row["processors"], row["at"], row["balance"])
		if load, ok := row["load"].(float64); ok {
			name += fmt.Sprintf(", load %v %%", load)
		} else {
			name += fmt.Sprintf(", %v %% at each", row["each"])
		}
		if systems[name] == nil {
			systems[name] = &lab.Table{Columns: t.Columns}
			names = append(names, name)
		}
		systems[name].Rows = append(systems[name].Rows, row)
	}
	for _, name := range names {
		step, tasks := systems[name].Pairs("step", "tasks")
		half := len(step) / 2
		_, slope, _ := gauge.Fit(step[half:], tasks[half:])
		if rate := systems[name].Median("rate"); rate > 0 && len(step) > half+1 {
			out = append(out, pileUp{name, slope / rate, systems[name].Median("per host")})
		}
	}
	return out
}

func mostPiledUp(all []pileUp) (most pileUp) {
	for i, p := range all {
		if i == 0 || p.share > most.share {
			most = p
		}
	}
	return most
}

func judgeInstability(t *lab.Table) lab.Finding {
	one, half := pileUps(t, "one"), pileUps(t, "half")
	if len(one) == 0 || len(half) == 0 {
		return lab.Undecided("There are no systems of both kinds.")
	}
	worstOne, worstHalf := mostPiledUp(one), mostPiledUp(half)
	reason := fmt.Sprintf("Of what arrives at most %s %% pile up if one task is stolen (%s), and %s %% if half are (%s).",
		lab.Num(100*worstOne.share), worstOne.where, lab.Num(100*worstHalf.share), worstHalf.where)
	f := lab.Undecided("%s", reason)
	switch {
	case max(worstHalf.share, worstOne.share) > most:
		f = lab.Undecided("%s That is more than can: a sample is wrong.", reason)
	case worstHalf.share >= unstable || worstOne.share < stable:
		f = lab.Judged(false, "%s", reason)
	case worstOne.share >= unstable && worstHalf.share < stable:
		f = lab.Judged(true, "%s", reason)
	}
	f.Facts = append(f.Facts, limitsOfOne(one)...)
	return f
}

// limitsOfOne says how much may arrive at a host if thieves take one task at a time.
func limitsOfOne(one []pileUp) []lab.Fact {
	piling, carried, least := 0, 0.0, 0.0
	for _, p := range one {
		switch {
		case p.share >= stable:
			piling++
			if least == 0 || p.host < least {
				least = p.host
			}
		default:
			carried = max(carried, p.host)
		}
	}
	return []lab.Fact{
		lab.NewFact("systems that pile up if one is stolen", float64(piling), fmt.Sprintf("of %d", len(one))),
		lab.NewFact("one stolen: most arrivals at a host in a step that do not pile up", carried, "tasks"),
		lab.NewFact("one stolen: least arrivals at a host in a step that do", least, "tasks"),
	}
}

func plotInstability(t *lab.Table) []lab.Figure {
	f := lab.Figure{
		Title: "Tasks in the system, all arriving at one processor", X: "step", Y: "tasks per processor", Kind: lab.Lines,
		Note: "What is stable levels off. 256 processors that steal when they are empty.",
	}
	for _, amount := range t.Names("amount") {
		rows := t.Where("amount", amount).Where("processors", 256).Where("at", "one").Where("balance", "empty")
		for _, load := range rows.Values("load") {
			x, y := rows.Where("load", load).Pairs("step", "tasks")
			f.Series = append(f.Series, lab.Series{Name: fmt.Sprintf("%s stolen, load %v %%", amount, load), X: x, Y: y})
		}
	}
	limit := lab.Figure{
		Title: "What piles up", X: "tasks that arrive at a host in a step", Y: "% of what arrives", LogX: true, Kind: lab.Points,
		Note: "A host that loses one task in a step at most, and consumes one, keeps up with fewer than two.",
	}
	for _, amount := range t.Names("amount") {
		s := lab.Series{Name: amount + " stolen"}
		for _, p := range pileUps(t, amount) {
			s.X, s.Y = append(s.X, p.host), append(s.Y, 100*p.share)
		}
		limit.Series = append(limit.Series, s)
	}
	return []lab.Figure{f, limit}
}
