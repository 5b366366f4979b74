package why

import (
	"github.com/skua-go/skua/lab/forecast"
	"github.com/skua-go/skua/trace"
)

// forecasts are what would be if.
type forecasts struct {
	Halved  []trace.Halved `json:"halved"`  // a call site took half the time
	Workers []replayed     `json:"workers"` // there were so many workers
	Stops   *stops         `json:"stops,omitempty"`
	Coarser *coarser       `json:"coarser,omitempty"` // where it is cut too fine
	// Why there is no replay, or how much of the program it is.
	Replay string `json:"replay,omitempty"`
}

// replayed is what a replay of the recorded dag says of a number of workers, with Brent's bounds.
type replayed struct {
	trace.Bounds
	SpeedUp float64 `json:"speed_up,omitempty"` // of the replay, if there was one
	Low     float64 `json:"low,omitempty"`
	High    float64 `json:"high,omitempty"`
}

// stops is where more workers stop to help.
type stops struct {
	Workers int     `json:"workers"`
	SpeedUp float64 `json:"speed_up"`
	At      string  `json:"at,omitempty"` // the call site that has most of what is left
}

// ladder are the numbers of workers of a forecast: half-octaves up to the most that is replayed.
var ladder = []int{2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024}

// coarser is what would come of larger pieces at a call site, as a replay says.
type coarser struct {
	Site    int     `json:"site"` // index in Report.Sites
	At      string  `json:"at"`
	Seconds float64 `json:"seconds"` // of a piece, at least
	SpeedUp float64 `json:"speed_up"`
}

// piece is how many seconds a piece should take: some hand-overs.
const piece = 100e-6

const seeds = 3 // replays for each number of workers

// whatIf says what would be if a call site were faster, or if there were more workers.
func whatIf(r *trace.Report) forecasts {
	f := forecasts{Halved: r.Halve(), Workers: []replayed{}}
	if r.Span.Span <= 0 {
		f.Replay = "no span was recorded"
		return f
	}
	for _, n := range ladder {
		f.Workers = append(f.Workers, replayed{Bounds: r.Bounds(n)})
		if float64(n) > 4*r.Span.Parallelism {
			break // Brent's bounds are nearly the same from here on
		}
	}
	if r.Dag == nil || len(r.Dag.Ops) == 0 {
		f.Replay = "no dag was recorded"
		return f
	}
	if r.Dag.Truncated {
		f.Replay = "the smallest pieces did not fit into the recording, and count as serial"
	}
	if err := f.replay(r); err != nil {
		f.Replay = err.Error()
		return f
	}
	f.coarsen(r)
	return f
}

// coarsen replays the site of the forks or loops that are cut most finely, if that took something,
// in larger pieces.
func (f *forecasts) coarsen(r *trace.Report) {
	site := finest(r)
	if site < 0 {
		return
	}
	out, err := forecast.Of(r.Dag, []int{r.Workers}, forecast.Config{Seeds: seeds, Site: site, Grain: piece})
	if err == nil {
		f.Coarser = &coarser{Site: site, At: r.Sites[site].Name, Seconds: piece, SpeedUp: out.Forecasts[0].SpeedUp}
	}
}

// finest returns the site at which most was lost to work cut too fine, or -1.
func finest(r *trace.Report) int {
	for _, c := range r.Verdict().Causes {
		if c.Cause == trace.Fine && c.Site >= 0 && (r.Sites[c.Site].Kind == trace.ForkSite || r.Sites[c.Site].Kind == trace.LoopSite) {
			return c.Site
		}
	}
	return -1
}

// replay runs the recorded dag on each number of workers, and looks for the one at which scaling
// stops between two of them.
func (f *forecasts) replay(r *trace.Report) error {
	numbers := make([]int, len(f.Workers))
	for i, w := range f.Workers {
		numbers[i] = w.Workers
	}
	config := forecast.Config{Seeds: seeds}
	out, err := forecast.Of(r.Dag, numbers, config)
	if err != nil {
		return err
	}
	for i, c := range out.Forecasts {
		f.Workers[i].set(c.SpeedUp, out.Work/c.High, out.Work/c.Low)
		if c.SpeedUp > 1.05*f.Workers[i].Most && f.Replay == "" {
			f.Replay = "cut to the bounds: pieces differ by more than the recorded dag has"
		}
	}
	s := out.Stops
	if between := below(numbers, s.Processors); len(between) > 1 {
		fine, err := forecast.Of(r.Dag, between, config)
		if err != nil {
			return err
		}
		s = fine.Stops
	}
	f.Stops = &stops{Workers: s.Processors, SpeedUp: min(s.SpeedUp, r.Bounds(s.Processors).Most)}
	if len(s.Sites) > 0 && s.Sites[0].Site >= 0 && s.Sites[0].Site < len(r.Sites) {
		f.Stops.At = r.Sites[s.Sites[0].Site].Name
	}
	return nil
}

// set notes what a replay says. Outside of the bounds the dag is simpler than the program: it is cut there.
func (w *replayed) set(speedUp, low, high float64) {
	in := func(x float64) float64 { return max(w.Least, min(x, w.Most)) }
	w.SpeedUp, w.Low, w.High = in(speedUp), in(low), in(high)
}

// below returns some of the numbers from n's predecessor in a ladder to n, n last.
func below(ladder []int, n int) (out []int) {
	from := 1
	for _, x := range ladder {
		if x < n {
			from = x + 1
		}
	}
	step := max(1, (n-from)/8)
	for x := n; x >= from; x -= step {
		out = append([]int{x}, out...)
	}
	return out
}
