package sim

import (
	"fmt"
	"slices"

	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sleep"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/trace"
)

// ForecastConfig says how a recorded dag is replayed. The zero value is what the
// scheduler does by itself, on the dag as it was recorded.
type ForecastConfig struct {
	Latency Latency // what the machine needs; zero: DefaultLatency
	Seeds   int     // replays for each number of processors: 5 by default
	Seed    uint64  // of the first

	// How many workers there may be, parked ones among them. 1,024 by default, which is what a
	// pool has: so near that number of processors some have no worker.
	Residents int

	// A site whose strands take 1/Times of what was recorded, and whose loops and forks are cut into
	// pieces of Grain seconds or more. 0: as they were.
	Site  int
	Times float64
	Grain float64

	Victim, Expose, Keep, Amount string // policies by name; empty: the scheduler's default
}

// A Forecast is the time that a dag takes on so many processors. Low and High are the
// extremes of all replays, Seconds is their median.
type Forecast struct {
	Processors         int
	Seconds, Low, High float64
	SpeedUp            float64 // Work / Seconds
}

// Stops is where more processors stop to help.
type Stops struct {
	Processors int     // the fewest whose speed-up is within 5 % of the best one
	SpeedUp    float64 // with them
	// Sites are those whose strands the end has waited for with these processors, the longest
	// first: one strand after the other, back to the begin. What is missing to Seconds the
	// scheduler needed.
	Sites []trace.SiteShare
}

// An Outlook is what replays of one dag found out.
type Outlook struct {
	Work, Span float64    // seconds: of all strands, and of the longest chain of them
	Forecasts  []Forecast // one for each number of processors, as given
	Stops      Stops
}

// alike is how far below the best speed-up another one counts as good as that.
const alike = 0.05

// ForecastOf replays the dag on each of these numbers of processors, 1 to 1,024, all of
// them free for it. Strands take as long as they were recorded, whoever runs them: a
// program that memory slows down is slower than this says. It refuses a dag that is no
// series of complete forks, tasks, loops and calls, unless it was truncated: then what is
// missing is nothing.
//
// The result depends on the arguments alone, not on timing; options say where to run.
// Work O(Seeds × the number of ops) for each number of processors, and what thieves search.
func ForecastOf(dag *trace.Dag, processors []int, c ForecastConfig, o ...par.Option) (Outlook, error) {
	rules, err := c.check(processors)
	if err != nil {
		return Outlook{}, fmt.Errorf("sim: forecast: %w", err)
	}
	prog, err := compile(dag, c)
	if err != nil {
		return Outlook{}, fmt.Errorf("sim: forecast: %w", err)
	}
	seconds := make([]float64, len(processors)*rules.Seeds)
	errs := make([]error, len(seconds))
	par.For(len(seconds), func(i int) {
		r := newReplay(prog, rules, processors[i/rules.Seeds], i%rules.Seeds)
		seconds[i], errs[i] = r.run()
	}, o...)
	if err := first(errs...); err != nil {
		return Outlook{}, fmt.Errorf("sim: forecast: %w", err)
	}
	out := Outlook{Work: prog.work, Span: prog.span}
	for i, p := range processors {
		of := seconds[i*rules.Seeds : (i+1)*rules.Seeds]
		out.Forecasts = append(out.Forecasts, forecastOf(p, prog.work, of))
	}
	out.Stops = stops(out.Forecasts, prog, rules)
	return out, nil
}

func forecastOf(p int, work float64, seconds []float64) Forecast {
	f := Forecast{Processors: p, Seconds: gauge.Median(seconds), Low: slices.Min(seconds), High: slices.Max(seconds)}
	if f.Seconds > 0 {
		f.SpeedUp = work / f.Seconds
	}
	return f
}

// stops finds where scaling stops, and replays that once more for its chain of strands.
func stops(all []Forecast, p *program, rules *replayRules) (s Stops) {
	best := 0.0
	for _, f := range all {
		best = max(best, f.SpeedUp)
	}
	for _, f := range all {
		if f.SpeedUp >= (1-alike)*best && (s.Processors == 0 || f.Processors < s.Processors) {
			s.Processors, s.SpeedUp = f.Processors, f.SpeedUp
		}
	}
	if s.Processors > 0 {
		r := newReplay(p, rules, s.Processors, 0)
		r.chains = new(chains)
		if _, err := r.run(); err == nil {
			s.Sites = r.chains.sites(r.players[0].chain)
		}
	}
	return s
}

// replayRules is a ForecastConfig, checked and with names resolved.
type replayRules struct {
	ForecastConfig
	victim policy.Victim
	expose policy.Expose
	keep   policy.Keep
	amount policy.Amount
}

func (c ForecastConfig) check(processors []int) (r *replayRules, err error) {
	if c.Seeds == 0 {
		c.Seeds = 5
	}
	if c.Residents == 0 {
		c.Residents = sleep.MaxSleepers
	}
	if c.Latency == (Latency{}) {
		c.Latency = DefaultLatency
	}
	r = &replayRules{ForecastConfig: c}
	if !(c.Times >= 0) || !(c.Grain >= 0) || (c.Times > 0 || c.Grain > 0) && c.Site < 0 {
		return nil, fmt.Errorf("no site %d that is %v times as fast, in pieces of %v s", c.Site, c.Times, c.Grain)
	}
	err = first(
		c.Latency.check(),
		within("Residents", c.Residents, 1, 1<<16),
		within("Seeds", c.Seeds, 1, 1000),
		parse(&r.victim, policy.ParseVictim, c.Victim, "random"),
		parse(&r.expose, policy.ParseExpose, c.Expose, "half"),
		parse(&r.keep, policy.ParseKeep, c.Keep, "hungry"),
		parse(&r.amount, policy.ParseAmount, c.Amount, "half"),
	)
	for _, p := range processors {
		err = first(err, within("Processors", p, 1, sleep.MaxSleepers))
	}
	return r, err
}
