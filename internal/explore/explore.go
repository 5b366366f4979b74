package explore

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// Mode says how the next thread is chosen.
type Mode int

const (
	// DFS runs every interleaving with at most Options.Bound preemptions, or
	// every interleaving at all if Bound is negative.
	DFS Mode = iota
	// DPOR runs at least one interleaving of every Mazurkiewicz trace.
	DPOR
	// Random chooses uniformly among the enabled threads.
	Random
	// PCT gives the threads random priorities and lowers Depth-1 of them at
	// random steps: a bug of that depth is found with a known probability.
	PCT
)

func (m Mode) String() string {
	return [...]string{"DFS", "DPOR", "Random", "PCT"}[m]
}

// Options describes one exploration. The zero value is a search without any
// preemption; at least Mode and Bound deserve a thought.
type Options struct {
	Mode  Mode
	Bound int    // DFS: preemptions allowed; negative: no limit
	Depth int    // PCT: depth of the bugs looked for; 0 means 3
	Seed  uint64 // Random, PCT; 0 means 1

	// MaxRuns and MaxWork end the exploration: so many runs, or so many steps of all runs
	// together; 0 means no limit. Random and PCT make 10,000 runs if neither is given.
	// NOT: a limit in time. On a busy machine it explores less, and finds no fault.
	MaxRuns int
	MaxWork int

	// MaxSteps is the length at which a run counts as a livelock; 0 means
	// 5,000. From half of it on a run goes on round-robin, without choices, so
	// that only a run that is stuck under a fair schedule gets there.
	MaxSteps int

	// FreeYields is how many Yields in a row a thread may make without any
	// news before it waits for some. For a loop that spins for ever 0 loses
	// nothing; code that spins k times and then does something else needs k.
	FreeYields int

	// Replay is a schedule as Failure prints it: one run, these choices. Empty
	// means the environment's SKUA_SCHEDULE.
	Replay string

	// Traces counts the distinct Mazurkiewicz traces seen.
	Traces bool
}

// Result is what an exploration found.
type Result struct {
	Runs, Steps int
	Pruned      int      // DPOR: runs given up because another one covers them
	Crashes     int      // threads killed or stopped
	Cut         int      // runs longer than MaxSteps/2: their tail had no choices
	Traces      int      // distinct traces, if asked for
	Exhausted   bool     // the space of the mode is done, and no run was cut
	Failure     *Failure // of the first failing run, or nil
	Elapsed     time.Duration

	seen map[uint64]struct{}
}

func (r Result) String() string {
	rate := float64(r.Runs) / max(r.Elapsed.Seconds(), 1e-9)
	s := fmt.Sprintf("%d runs, %d steps, %.0f runs/s, exhausted %v", r.Runs, r.Steps, rate, r.Exhausted)
	if r.Pruned > 0 {
		s += fmt.Sprintf(", %d pruned", r.Pruned)
	}
	if r.Crashes > 0 {
		s += fmt.Sprintf(", %d crashes", r.Crashes)
	}
	if r.Cut > 0 {
		s += fmt.Sprintf(", %d cut", r.Cut)
	}
	if r.Failure != nil {
		s += "\n" + r.Failure.Error()
	}
	return s
}

// Failure is a run that went wrong and how to see it again.
type Failure struct {
	Err      error
	Schedule string // for Options.Replay or SKUA_SCHEDULE
	Mode     Mode
	Seed     uint64
	Run      int    // counted from 1
	Stack    string // of a panic
	Log      string // every step: thread, operation, object, where
}

// Error tells the whole story, over many lines.
func (f *Failure) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "explore: %v\n%v run %d, seed %d; again with SKUA_SCHEDULE=%q", f.Err, f.Mode, f.Run, f.Seed, f.Schedule)
	if f.Stack != "" {
		b.WriteString("\n" + f.Stack)
	}
	if f.Log != "" {
		b.WriteString("\n" + f.Log)
	}
	return b.String()
}

// Unwrap returns what went wrong.
func (f *Failure) Unwrap() error { return f.Err }

// one exploration at a time: the shims find it through a global.
var one sync.Mutex

// Run explores f: it calls f again and again, each time as thread 0 of a run
// with another interleaving, until a run fails or the options say enough. f
// must make everything it shares anew and depend on nothing but the schedule.
func Run(o Options, f func(*X)) Result {
	one.Lock()
	defer one.Unlock()
	if o.Replay == "" {
		o.Replay = os.Getenv("SKUA_SCHEDULE")
	}
	res := explore(o, f)
	if res.Failure != nil {
		res.Failure.Log = narrate(o, res.Failure.Schedule, f)
	}
	return res
}

func explore(o Options, f func(*X)) Result {
	start := time.Now()
	var res Result
	if o.systematic() {
		res = exploreCrashes(o, f)
	} else {
		res = exploreOnce(o, f, nil).result
	}
	res.Elapsed = time.Since(start)
	res.Traces = len(res.seen)
	return res
}

// systematic reports whether the exploration goes through all there is in some order.
func (o Options) systematic() bool { return o.Replay == "" && (o.Mode == DFS || o.Mode == DPOR) }

// exploreOnce makes one search; where it is systematic, all its runs crash at these steps.
func exploreOnce(o Options, f func(*X), at []int) *runner {
	r, err := newRunner(o, f)
	if err != nil {
		return &runner{result: Result{Failure: &Failure{Err: err}}}
	}
	if at != nil {
		r.crashes.at = at
	}
	r.drive()
	return r
}

// narrate runs the failing schedule once more and writes its steps down.
func narrate(o Options, schedule string, f func(*X)) string {
	o.Replay = schedule
	if schedule == "" {
		return ""
	}
	r, err := newRunner(o, f)
	if err != nil {
		return ""
	}
	r.logging = true
	r.drive()
	return r.log.String()
}
