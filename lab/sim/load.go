package sim

import (
	"context"

	"github.com/skua-go/skua/par"
)

// LoadConfig is one run of the step model. Names that are empty and numbers that
// are 0 mean the default, unless 0 means something.
type LoadConfig struct {
	Processors int
	Steps      int
	Seed       uint64

	Balance string // when to try: "chance" (default), "chance:µ", "change:k", "empty"
	Amount  string // how much to move: "half" (default) or "one"
	Victim  string // whom to try first: "random" (default), "roundrobin", "last", "richer"
	Reach   string // what half means: "half" (default) or "eighth" of the victim's tasks can be taken at once

	Symmetric bool // tasks go from the richer to the poorer of two; else a processor that begins only takes
	Async     bool // each processor has its own moment in the step
	Moments   int  // of those: 16 by default

	Generate string  // how tasks come and go: "walk" (default), "uniform", "hot", "rich", "arrivals", "none"
	Unit     int     // u, by which one processor's load changes in a step at most: 1
	Rate     float64 // walk: the probability to generate, 0.5; arrivals: tasks for each processor and step, 0.5
	Hot      int     // hot, arrivals: how many processors generate: half of them, 1
	Period   int     // hot: steps after which other processors become hot; 0: never

	Initial   int // tasks for each processor at the start
	InitialOn int // how many processors hold all of these; 0: all

	Warm    int // steps before anything is counted
	Samples int // points of the trace: 100 by default, -1 for none
}

// LoadResult is what a run has seen. Sums and quantiles leave out the first
// LoadConfig.Warm steps; Tasks, Generated and Consumed do not.
type LoadResult struct {
	Tasks     int64 // at the end
	Generated int64
	Consumed  int64

	Selects    int64 // a processor tried to balance with another
	Mutual     int64 // pairs that selected each other
	Approaches int64 // tries that were the chosen one of their target's
	Balances   int64 // pairs that met
	Moves      int64 // meetings that moved something
	Moved      int64 // tasks moved

	MeanLoad  float64 // mean over time of the average load A
	MaxLoad   int64   // of any processor at any time
	MaxRatio  float64 // of any processor at any time, over the average of that time
	MeanRatio float64 // mean over time of the highest load over the average
	WorstMean float64 // highest mean over time of one processor's load, over MeanLoad; in few steps also chance
	HotMean   float64 // mean load of the first Hot processors, over MeanLoad: E[load]/A where not all are alike

	Tail  []Quantile  // of load over average, all processors and all times
	Drift []LoadDrift // what balancing does to a processor, by its load over average
	Trace []LoadPoint
}

// A Quantile says that a share Share of all values is at most Value.
type Quantile struct{ Share, Value float64 }

// LoadDrift is the mean change by balancing of the load of processors whose load
// was Alpha to Alpha+1 times the average.
type LoadDrift struct {
	Alpha   int
	Count   int64
	Contrib float64
}

// LoadPoint is the state before a step.
type LoadPoint struct {
	Step                int
	Mean                float64
	Max                 int64
	Empty               float64 // share of processors without tasks
	Q50, Q90, Q99, Q999 float64
}

// Load runs the step model. The result depends on c alone: options say where to
// run and on how many workers. It ends early with the cause of ctx's end.
//
// Work O(Processors × Steps); about 100 bytes for each processor.
func Load(ctx context.Context, c LoadConfig, o ...par.Option) (LoadResult, error) {
	s, err := newLoads(c, o)
	if err != nil {
		return LoadResult{}, err
	}
	for t := range s.c.Steps {
		if ctx.Err() != nil {
			return LoadResult{}, context.Cause(ctx)
		}
		s.begin(t)
		if s.c.Async {
			s.stepAsync()
		} else {
			s.stepSync()
		}
		s.end()
	}
	return s.result(), nil
}
