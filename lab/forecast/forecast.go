package forecast

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sleep"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/trace"
)

// Config says how a recorded dag is replayed. The zero value is what the
// scheduler does by itself, on the dag as it was recorded.
type Config struct {
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

// What a pool does that is told nothing else.
const (
	exposes = policy.ExposeHalf
	keep    = policy.KeepHungry
)

// none is no player, and no loop.
const none = -1

// alike is how far below the best speed-up another one counts as good as that.
const alike = 0.05

// Of replays the dag on each of these numbers of processors, 1 to 1,024, all of
// them free for it. Strands take as long as they were recorded, whoever runs them: a
// program that memory slows down is slower than this says. It refuses a dag that is no
// series of complete forks, tasks, loops and calls, unless it was truncated: then what is
// missing is nothing.
//
// The result depends on the arguments alone, not on timing; options say where to run.
// Work O(Seeds × the number of ops) for each number of processors, and what thieves search.
func Of(dag *trace.Dag, processors []int, c Config, o ...par.Option) (Outlook, error) {
	rules, err := c.check(processors)
	if err != nil {
		return Outlook{}, fmt.Errorf("forecast: %w", err)
	}
	prog, err := compile(dag, c)
	if err != nil {
		return Outlook{}, fmt.Errorf("forecast: %w", err)
	}
	seconds := make([]float64, len(processors)*rules.Seeds)
	errs := make([]error, len(seconds))
	par.For(len(seconds), func(i int) {
		r := newReplay(prog, rules, processors[i/rules.Seeds], i%rules.Seeds)
		seconds[i], errs[i] = r.run()
	}, o...)
	if err := cmp.Or(errs...); err != nil {
		return Outlook{}, fmt.Errorf("forecast: %w", err)
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
	f := Forecast{Processors: p, Seconds: median(seconds), Low: slices.Min(seconds), High: slices.Max(seconds)}
	if f.Seconds > 0 {
		f.SpeedUp = work / f.Seconds
	}
	return f
}

// stops finds where scaling stops, and replays that once more for its chain of strands.
func stops(all []Forecast, p *program, rules Config) (s Stops) {
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

// check returns the configuration with its defaults, or says what is wrong with it.
func (c Config) check(processors []int) (Config, error) {
	c.Seeds = cmp.Or(c.Seeds, 5)
	c.Residents = cmp.Or(c.Residents, sleep.MaxSleepers)
	c.Latency = cmp.Or(c.Latency, DefaultLatency)
	if !(c.Times >= 0) || !(c.Grain >= 0) || (c.Times > 0 || c.Grain > 0) && c.Site < 0 {
		return c, fmt.Errorf("no site %d that is %v times as fast, in pieces of %v s", c.Site, c.Times, c.Grain)
	}
	err := cmp.Or(c.Latency.check(), within("Residents", c.Residents, 1<<16), within("Seeds", c.Seeds, 1000))
	for _, p := range processors {
		err = cmp.Or(err, within("Processors", p, sleep.MaxSleepers))
	}
	return c, err
}

func within(name string, v, most int) error {
	if v < 1 || v > most {
		return fmt.Errorf("%s %d: want 1 to %d", name, v, most)
	}
	return nil
}

// median returns the middle of the values, of which there is one at least.
func median(v []float64) float64 {
	s := slices.Sorted(slices.Values(v))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}
