package trace

import "time"

// Report is what a recording found out: where the time of all workers went, and which call
// sites it went to. It is plain data: its JSON has the same fields.
type Report struct {
	Version int       `json:"version"` // of this format: 1
	Program string    `json:"program"` // the command line
	Started time.Time `json:"started"`
	Machine Machine   `json:"machine"`

	Workers    int       `json:"workers"`               // places: how many workers might run at a time, at most
	Seconds    float64   `json:"seconds"`               // how long the recording lasted
	Calls      int64     `json:"calls"`                 // from outside
	OtherPools int       `json:"other_pools,omitempty"` // of the program, that calls came into and that are not in the report
	Resized    []Resized `json:"resized,omitempty"`     // how many workers might run, from the begin on, if that changed

	Account Account    `json:"account"`
	Span    Span       `json:"span"`
	Sites   []Site     `json:"sites"` // by lost time, the largest first; at most 24, the last may be "others"
	Lines   []Line     `json:"lines"` // the workers
	Ready   []float64  `json:"ready"` // tasks that waited for a worker, on average, in each column of time
	Columns Columns    `json:"columns"`
	Steals  [][]int64  `json:"steals"`  // [thief][victim], by index in Lines
	Latency Histogram  `json:"latency"` // from the begin of a search that found work to its find
	Size    Histogram  `json:"size"`    // of pieces of work that ran without a change
	Panics  []Panic    `json:"panics,omitempty"`
	Moments []Moment   `json:"moments,omitempty"` // raw events around the worst ones
	Events  int64      `json:"events"`            // recorded
	Dropped int64      `json:"dropped"`           // of these, those that Moments no longer has
	Dag     *Dag       `json:"dag,omitempty"`     // what was recorded of the dag, for a replay
	Solo    SoloReport `json:"solo"`
	Live    bool       `json:"live,omitempty"` // the recording goes on
}

// Resized says how many workers might run from some time on.
type Resized struct {
	At      float64 `json:"at"` // seconds since the begin
	Workers int     `json:"workers"`
}

// Machine is where a recording was made.
type Machine struct {
	CPU        string  `json:"cpu"`
	Processors int     `json:"processors"` // that the program may use
	Limit      float64 `json:"limit"`      // of its container, in processors; 0: none
	OS         string  `json:"os"`
	Arch       string  `json:"arch"`
	Go         string  `json:"go"`
}

// Account divides the time of all places, Workers × Seconds, into work and losses. All are
// seconds; divided by Seconds they are processors. Work + the sum of Losses is Capacity.
type Account struct {
	Capacity float64 `json:"capacity"` // Workers × Seconds
	Work     float64 `json:"work"`     // what one worker alone would have taken for the same
	Losses   []Loss  `json:"losses"`   // one for each Cause, the largest first
	SpeedUp  float64 `json:"speed_up"` // Work / Seconds
	Rest     float64 `json:"rest"`     // Capacity − Work − losses: not 0 only by rounding

	// What the machine did to the program, in seconds of one processor.
	OffCPU    float64 `json:"off_cpu"`   // workers were not on a processor
	GC        float64 `json:"gc"`        // the collector's processor time
	Assist    float64 `json:"assist"`    // of that, on the workers' own time
	RunDelay  float64 `json:"run_delay"` // threads were ready and waited for a processor; -1: unknown
	Throttled float64 `json:"throttled"` // the container had used up its time
	OtherCPU  float64 `json:"other_cpu"` // processor time of other programs; -1: unknown
	Mutex     float64 `json:"mutex"`     // goroutines waited for mutexes
	Own       float64 `json:"own"`       // processor time of this program
	Allocs    float64 `json:"allocs"`    // allocations of the heap, those of the recorder too: how many
	Recorder  float64 `json:"recorder"`  // of Own, what the recorder took, but on the workers' own time
	Serial    float64 `json:"serial"`    // seconds of a run with one worker, if one was made; else 0
	Inflation float64 `json:"inflation"` // how many times as long work took with all workers as alone; 0: unknown
	Identity  float64 `json:"identity"`  // |sum of all modes − Capacity| / Capacity: how well the recording adds up
}

// Cause names a kind of loss.
type Cause string

// The causes, which together are all of the loss.
const (
	Parallelism Cause = "parallelism" // there was nothing else to run
	Waiting     Cause = "waiting"     // tasks waited: for locks, for sleep, for input
	Fine        Cause = "fine"        // pieces of work were too small to share
	Memory      Cause = "memory"      // the same work took longer than alone
	Collector   Cause = "collector"   // garbage collection
	Others      Cause = "others"      // other programs, or other threads, had the processors
	Limited     Cause = "limit"       // the container's limit
	Scheduler   Cause = "scheduler"   // work was there, and no worker had it yet
	Measuring   Cause = "measuring"   // the recorder itself
)

// Causes lists all of them.
var Causes = []Cause{Parallelism, Waiting, Fine, Memory, Collector, Others, Limited, Scheduler, Measuring}

// Loss is what one cause took.
type Loss struct {
	Cause   Cause       `json:"cause"`
	Seconds float64     `json:"seconds"`
	Sites   []SiteShare `json:"sites,omitempty"` // where, the largest first; at most 3
}

// SiteShare is the part of a loss that happened while one call site ran.
type SiteShare struct {
	Site    int     `json:"site"` // index in Report.Sites
	Seconds float64 `json:"seconds"`
}

// SiteKind says what is at a call site.
type SiteKind string

// What is at call sites.
const (
	ForkSite    SiteKind = "fork"
	LoopSite    SiteKind = "loop"
	SpawnSite   SiteKind = "spawn"
	CallSite    SiteKind = "call"
	OutsideSite SiteKind = "outside" // the program, outside any call
)

// Site is one line of the program that makes parallel work: a fork, a loop, a spawn, a call
// from outside. What runs for it is booked on it, up to the next site inside.
type Site struct {
	Name     string   `json:"name"` // file and line, short
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Function string   `json:"function"`
	Kind     SiteKind `json:"kind"`

	Count   int64   `json:"count"`           // forks, loops, tasks or calls that were recorded
	Units   int64   `json:"units"`           // pieces of work: leaves, indices, tasks
	Unit    float64 `json:"unit"`            // seconds of a unit: the median, by time
	Longest float64 `json:"longest"`         // seconds of the longest piece
	Limit   int     `json:"limit,omitempty"` // how many workers might run a loop or the tasks of a scope here, if fewer than there are
	Work    float64 `json:"work"`            // seconds on a processor
	Over    float64 `json:"over"`            // seconds in the scheduler for it
	Off     float64 `json:"off"`             // seconds off the processor

	// Seconds in which other places idled while this ran, by why.
	NoWork  float64 `json:"no_work"`  // nothing else could run
	HadWork float64 `json:"had_work"` // work was ready
	Near    float64 `json:"near"`     // of HadWork: within a hand-over's time of its begin

	Span   float64 `json:"span"`   // seconds of the critical path here
	Halved float64 `json:"halved"` // the program's span if this took half as long

	Alone    float64 `json:"alone"`     // median unit while nothing else ran, in seconds; 0: unknown
	Crowded  float64 `json:"crowded"`   // the same while all workers ran, by pieces just before and after those
	AloneN   int64   `json:"alone_n"`   // units that was found by
	CrowdedN int64   `json:"crowded_n"` // pieces alone that were compared
}

// Span is the work and the span of what was recorded.
type Span struct {
	Work        float64 `json:"work"`        // seconds
	Span        float64 `json:"span"`        // seconds of the longest chain of strands
	Burdened    float64 `json:"burdened"`    // the same, if each fork, part and task on it costs one hand-over
	Handover    float64 `json:"handover"`    // seconds of one, measured here
	Parallelism float64 `json:"parallelism"` // Work / Span
	AtLeast     bool    `json:"at_least"`    // forks were too fine to record all: Span may be less
}

// Line is one worker.
type Line struct {
	Name    string        `json:"name"`
	Guest   bool          `json:"guest"`
	Seconds ModeSeconds   `json:"seconds"` // in each mode
	Steals  int64         `json:"steals"`
	Columns []ModeSeconds `json:"columns"` // the same for each column of time
	Sites   []int         `json:"sites"`   // the site with most work in each column: index in Report.Sites, or -1
}

// ModeSeconds is how long a worker was in each mode.
type ModeSeconds struct {
	Work   float64 `json:"work"`
	Over   float64 `json:"over"`
	Search float64 `json:"search"`
	Sleep  float64 `json:"sleep"`
	Wait   float64 `json:"wait"`
	Block  float64 `json:"block"`
	Pause  float64 `json:"pause"`
	Off    float64 `json:"off"` // ready, and on no processor
	Away   float64 `json:"away"`
}

// Columns says which time the columns of Lines and Ready stand for.
type Columns struct {
	From  float64 `json:"from"`  // seconds since the begin
	Width float64 `json:"width"` // seconds of one
	Count int     `json:"count"`
}

// Histogram counts durations in bins that double: bin 0 holds those below Least, bin k those
// below Least·2^k.
type Histogram struct {
	Least float64 `json:"least"` // seconds
	Count []int64 `json:"count"`
}

// Panic is a task that panicked while recorded.
type Panic struct {
	At   float64 `json:"at"` // seconds since the begin
	Line int     `json:"line"`
	Site int     `json:"site"`
	Text string  `json:"text"`
}

// Moment is a short time of which all events were kept.
type Moment struct {
	From   float64 `json:"from"`
	To     float64 `json:"to"`
	Idle   float64 `json:"idle"` // seconds that places idled in it
	Events []Raw   `json:"events"`
}

// Raw is one event of a Moment.
type Raw struct {
	At   float64 `json:"at"`
	Line int     `json:"line"` // index in Report.Lines
	Kind string  `json:"kind"`
	Mode string  `json:"mode"` // what the worker does from here on
	Site int     `json:"site"` // index in Report.Sites, or -1
	Ref  uint64  `json:"ref,omitempty"`
	N    int64   `json:"n,omitempty"`
}

// SoloReport is what the recorder did to see how long work takes alone.
type SoloReport struct {
	Windows int     `json:"windows"`
	Seconds float64 `json:"seconds"` // in which other workers were held
}

// Dag is the recorded dag as a program of strands, in the order in which one worker runs it:
// what a replay on other numbers of processors needs. Each Op is followed by its operand.
type Dag struct {
	Ops       []Op    `json:"ops"`
	Truncated bool    `json:"truncated,omitempty"` // there was more than fits: the smallest pieces are strands
	Seconds   float64 `json:"seconds"`             // of all Run ops
}

// Op is one step of a Dag: a letter and its operand.
//
//	run     N seconds of work of Site
//	fork    the first branch follows, up to its branch
//	branch  the second branch follows, up to its join
//	join    both have ended
//	spawn   a task of scope Ref follows, up to its end
//	end     of a task
//	gather  waits for the tasks of scope Ref
//	loop    a loop of Ref indices that together take N seconds, of Site; ends by itself. Indices that took
//	        much longer than the others are forks around it
//	call    a call from outside begins; outside any call strands run in series
//	return  it ends
type Op struct {
	Op   string  `json:"op"`
	N    float64 `json:"n,omitempty"`
	Ref  int64   `json:"ref,omitempty"`
	Site int     `json:"site"`
}
