package blitz

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/skua-go/skua/classic"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/sim"
)

// Victims compares thieves with random victims to thieves that share one victim.
var Victims = lab.Experiment{
	ID:     "victims",
	Source: "[BZ26] Randomized Victim Selection",
	Claim: "Thieves that choose their victims at random spread over the workers and avoid the contention of thieves " +
		"that all go to the same one.",
	How: "Simulated classic work stealing on many processors counts compare-and-swaps that thieves lose, and looks in " +
		"vain, for each steal, by the victim policy; real pools of package classic, on Chase-Lev deques, also with more workers than " +
		"processors, count the same. The fixed victim of a real pool is the first worker whose deque is not empty.",
	Confirms: "In the simulation, on every number of processors, a steal from a random victim loses less than one race, " +
		"and a steal from a fixed one at least four times as many; and in real pools of any size a steal from a random victim " +
		"loses less than one race, too.",
	Refutes: "On one number of simulated processors the fixed victim costs no more lost races than a random one, or in real pools " +
		"a steal from a random one loses more than one race, by a whole interval.",
	Params: []lab.Param{
		{Name: "processors", Doc: "simulated", Quick: []int{16, 64, 256}, Full: []int{16, 64, 256, 1024}},
		{Name: "seeds", Doc: "of the simulation", Quick: []int{5}, Full: []int{7}},
		{Name: "levels", Doc: "of forks in the simulated dag", Quick: []int{12}, Full: []int{13}},
		{Name: "workers", Doc: "of the real pools", Quick: []int{2, 8}, Full: []int{2, 4, 8}},
		{Name: "rounds", Doc: "of all real pools in turn", Quick: []int{7}, Full: []int{31}},
		{Name: "time", Doc: "ms for one real pool in a round", Quick: []int{100}, Full: []int{150}},
	},
	Kinds: lab.Kinds{Columns: []string{"of", "victim"}, Judged: []string{"simulation random", "simulation fixed", "pool random"},
		Shown: []string{"simulation roundrobin", "simulation last", "pool roundrobin", "pool last", "pool fixed"}, Timed: []string{"pool random"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "lost", Is: lab.NotNegative}, {Column: "vain", Is: lab.NotNegative, Some: true},
			{Column: "processors", Is: lab.Size},
		},
		Key: []string{"of", "victim", "processors", "seed", "round"},
	},
	Run:   runVictims,
	Judge: judgeVictims,
	Plot:  plotVictims,
}

var victimPolicies = []string{"random", "roundrobin", "last", "fixed"}

// poolVictim is what a real pool calls them.
var poolVictim = map[string]classic.Victim{"random": classic.RandomVictim, "roundrobin": classic.RoundVictim,
	"last": classic.LastVictim, "fixed": classic.FirstVictim}

func runVictims(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(victimPolicies) * (len(r.Ints("processors"))*r.Int("seeds") + len(r.Ints("workers"))*r.Int("rounds")))
	for _, p := range r.Ints("processors") {
		for _, victim := range victimPolicies {
			for seed := range r.Int("seeds") {
				key := lab.Row{"of": "simulation", "processors": p, "victim": victim, "seed": seed}
				err := r.Case(ctx, key, func() ([]lab.Row, error) {
					return simulateVictims(ctx, p, victim, r.Int("levels"), r.Rand(lab.Row{"seed": seed}).Uint64())
				})
				if err != nil {
					return err
				}
			}
		}
	}
	for round := range r.Int("rounds") {
		for _, workers := range r.Ints("workers") {
			for _, victim := range victimPolicies {
				key := lab.Row{"of": "pool", "processors": workers, "victim": victim, "round": round}
				err := r.Case(ctx, key, func() ([]lab.Row, error) {
					return poolVictims(ctx, workers, victim, time.Duration(r.Int("time"))*time.Millisecond)
				})
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func simulateVictims(ctx context.Context, processors int, victim string, levels int, seed uint64) ([]lab.Row, error) {
	res, err := sim.Run(ctx, sim.DagConfig{Family: "forkjoin", Size: levels, Chain: 8, Processors: processors,
		Seed: seed, Scheduler: "classic", Victim: victim})
	if err != nil {
		return nil, err
	}
	return perSteal(float64(res.Steals), float64(res.Attempts), float64(res.Aborts)), nil
}

// poolVictims runs small trees of forks one after the other, so that much of the work is
// to find work.
func poolVictims(ctx context.Context, workers int, victim string, long time.Duration) ([]lab.Row, error) {
	pool, err := classic.New(classic.Config{Workers: workers, Victim: poolVictim[victim]})
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	processors := min(workers, runtime.GOMAXPROCS(0))
	had := gauge.FreeShare(processors, gauge.ShortLook)
	for begin := time.Now(); time.Since(begin) < long && ctx.Err() == nil; {
		pool.Run(func(w *classic.Worker) { forkTree(w, 8) })
	}
	s := pool.Stats()
	had = min(had, gauge.FreeShare(processors, gauge.ShortLook))
	rows := perSteal(float64(s.Steals), float64(s.Attempts), float64(s.Lost))
	for _, row := range rows {
		row["had"] = had
	}
	return rows, nil
}

func forkTree(w *classic.Worker, levels int) none {
	if levels == 0 {
		gauge.Burn(1 << 10)
		return none{}
	}
	f := classic.Fork(w, forkTree, levels-1)
	forkTree(w, levels-1)
	return f.Join(w)
}

type none = struct{}

// perSteal is a row of costs, if there was a steal.
func perSteal(steals, attempts, lost float64) []lab.Row {
	if steals == 0 {
		return nil
	}
	return []lab.Row{{"steals": steals, "vain": (attempts - steals) / steals, "lost": lost / steals}}
}

// poolLoses is how many races a steal from a random victim may lose in a real pool.
const poolLoses = 1.0

// judgePools says what speaks against random victims in real pools, whether nothing does, and
// whether some pool has too few samples with free processors.
//
// NOT: compare looks without a find. The pool with a fixed victim chooses it by the length of its deque, and
// these looks are not counted.
func judgePools(t *lab.Table) (against string, holds, few bool) {
	holds = true
	sizes := t.Values("processors")
	for _, workers := range sizes {
		random := t.Where("processors", workers).Where("victim", "random")
		few = few || len(random.Rows) < lab.FewestSamples
		if low, _ := gauge.Interval(random.Floats("lost")); len(random.Rows) >= gauge.IntervalNeeds && low > poolLoses {
			against += fmt.Sprintf(" In real pools of %s workers a steal from a random victim loses %s races.",
				lab.Num(workers), lab.Num(random.Median("lost")))
		}
		holds = holds && random.Median("lost") < poolLoses
	}
	return against, holds, few || len(sizes) == 0
}

func judgeVictims(t *lab.Table) lab.Finding {
	simulated := t.Where("of", "simulation")
	lost := func(p float64, victim string) []float64 {
		return simulated.Where("processors", p).Where("victim", victim).Floats("lost")
	}
	confirmed, against := true, ""
	counts := simulated.Values("processors")
	for _, p := range counts {
		random, fixed := lost(p, "random"), lost(p, "fixed")
		if len(random) == 0 || len(fixed) == 0 {
			return lab.Undecided("There is no simulation of both on %s processors.", lab.Num(p))
		}
		confirmed = confirmed && gauge.Median(random) < 1 && gauge.Median(fixed) >= 4*gauge.Median(random)
		if gauge.Median(fixed) <= gauge.Median(random) {
			against += fmt.Sprintf(" On %s processors a fixed victim loses %s, a random one %s.", lab.Num(p), lab.Num(gauge.Median(fixed)), lab.Num(gauge.Median(random)))
		}
	}
	if len(counts) == 0 {
		return lab.Undecided("There is no simulation.")
	}
	p := counts[len(counts)-1]
	f := lab.Undecided("A random victim costs fewer lost races than a fixed one, but not as few as it should.")
	pools, holds, few := judgePools(t.Where("of", "pool").WithFreeProcessors())
	against += pools
	if against == "" && few {
		return lab.Undecided("Of real pools: %s", lab.BusyMachine)
	}
	if confirmed && holds || against != "" {
		f = lab.Judged(against == "", "On %s simulated processors a steal loses %s races with a random victim, %s with the last one, %s round robin and %s with a fixed one.%s",
			lab.Num(p), lab.Num(gauge.Median(lost(p, "random"))), lab.Num(gauge.Median(lost(p, "last"))), lab.Num(gauge.Median(lost(p, "roundrobin"))), lab.Num(gauge.Median(lost(p, "fixed"))), against)
	}
	for _, kind := range []string{"simulation", "pool"} {
		of := t.Where("of", kind)
		all := of.Values("processors")
		for _, p := range all {
			if kind == "simulation" && p != all[len(all)-1] {
				continue // the figure has them
			}
			for _, victim := range victimPolicies {
				at := of.Where("processors", p).Where("victim", victim)
				name := fmt.Sprintf("%s, %s workers, %s", kind, lab.Num(p), victim)
				f.Facts = append(f.Facts, lab.NewFact(name+": races lost for a steal", at.Median("lost"), ""),
					lab.NewFact(name+": looks in vain for a steal", at.Median("vain"), ""))
			}
		}
	}
	return f
}

func plotVictims(t *lab.Table) []lab.Figure {
	var out []lab.Figure
	for _, p := range []struct{ of, title, x, note string }{
		{"simulation", "Races lost for each steal, simulated", "processors", "A fixed victim costs as many as there are thieves."},
		{"pool", "Looks in vain for each steal, real pools", "workers", "Medians. Thieves with a fixed victim know by its length where there is work."},
	} {
		f := lab.Figure{Title: p.title, X: p.x, Y: "for each steal", LogX: true, LogY: true, Kind: lab.Lines, Note: p.note}
		column := map[string]string{"simulation": "lost", "pool": "vain"}[p.of]
		for _, victim := range victimPolicies {
			s, of := lab.Series{Name: victim}, t.Where("of", p.of).Where("victim", victim)
			for _, x := range of.Values("processors") {
				v := of.Where("processors", x).Floats(column)
				low, high := gauge.Interval(v)
				s.X, s.Y = append(s.X, x), append(s.Y, gauge.Median(v))
				s.Low, s.High = append(s.Low, low), append(s.High, high)
			}
			f.Series = append(f.Series, s)
		}
		out = append(out, f)
	}
	return out
}
