package record

import (
	"errors"
	"math"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/skua-go/skua/internal/account"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/tracer"
	"github.com/skua-go/skua/internal/watch"
	"github.com/skua-go/skua/trace"
)

// ErrBusy is what Start answers while the pool is recorded.
var ErrBusy = errors.New("skua: the pool is being recorded already")

// Config says how to record.
type Config struct {
	Solo bool // hold all workers but one now and then
	Dag  bool // keep what a replay needs
}

// Recording is what is known of a pool's work since Start. Safe for concurrent use.
type Recording struct {
	config  Config
	pool    *watch.Pool
	tracer  *tracer.Tracer
	account *account.Account // in tracer.While, or after the end
	machine trace.Machine
	event   float64 // seconds that one costs
	look    float64 // and a look at the thread
	before  tracer.Sample

	mu   sync.Mutex
	cost int64         // nanoseconds of processor time that writing files took
	end  *trace.Report // once it has ended
}

// looks is how often owners are asked to look at their gates, so that a recording sees forks that
// are deeper than those it followed.
const looks = time.Millisecond

// Start begins a recording of the pool. It fails with ErrBusy if there is one.
func Start(p *watch.Pool, config Config) (*Recording, error) {
	if p.Recorded() {
		return nil, ErrBusy
	}
	tracer.Settle()
	r := &Recording{config: config, pool: p, machine: machine(), event: tracer.EventCost(), look: tracer.LookCost()}
	r.account = account.New(account.Config{Workers: p.Workers()})
	r.before = tracer.Look()
	r.tracer = tracer.New(tracer.Config{
		Sink: r.account, Workers: p.Workers(), Solo: config.Solo, Nudge: p.Ask,
	})
	// ORDER: complete before workers find it.
	if !p.Recording.CompareAndSwap(nil, r.tracer) {
		r.tracer.Stop()
		return nil, ErrBusy
	}
	park.Later(looks, func() (next time.Duration) {
		if p.Ask(); p.Recording.Load() == r.tracer {
			next = looks
		}
		return next
	})
	return r, nil
}

// machine tells of this machine and program.
func machine() trace.Machine {
	here := tracer.Here()
	return trace.Machine{
		CPU: here.CPU, Limit: here.Limit, Processors: runtime.NumCPU(),
		OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version(),
	}
}

// Stop ends the recording and returns its report: always the same.
func (r *Recording) Stop() *trace.Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.end == nil {
		// ORDER: a worker that still finds it tells what nobody reads.
		r.pool.Recording.CompareAndSwap(r.tracer, nil)
		now := r.tracer.Stop()
		after := tracer.Look()
		r.end = r.report(now, after.Settled(tracer.Settle()), false)
		r.account = nil
	}
	return r.end
}

// Report returns what is known up to now, while the recording goes on; or after its end, what Stop
// returns.
func (r *Recording) Report() *trace.Report { return r.until(math.MaxInt64, false) }

// until is Report, but ends at that time, or with the last event if that came later; if brief,
// without what is large. If it has an end, then from there on until resume the program's time
// outside of calls is the recorder's.
func (r *Recording) until(at int64, brief bool) (report *trace.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.end != nil {
		return r.end
	}
	r.tracer.While(func(now int64) {
		// All that ran up to now is in it.
		report = r.report(min(now, at), tracer.Look(), brief)
		if at < math.MaxInt64 {
			r.account.Freeze()
		}
	})
	report.Live = true
	return report
}

// resume ends what until began.
func (r *Recording) resume() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.end == nil {
		r.tracer.While(func(now int64) { r.account.Thaw(now) })
	}
}

// wrote notes what writing a file took.
func (r *Recording) wrote(ns int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cost += ns
}

// report is what the account says at now.
func (r *Recording) report(now int64, after tracer.Sample, brief bool) *trace.Report {
	d := after.Since(r.before)
	windows, _ := r.tracer.Solo()
	report := r.account.Report(now, account.Samples{
		Program: strings.Join(os.Args, " "), Started: r.tracer.Began(), Machine: r.machine,
		GC: max(0, d.GC), Assist: max(0, d.Assist), Cycles: max(0, d.Cycles), Mutex: max(0, d.Mutex),
		RunDelay: d.RunDelay, Own: d.Own, Others: d.Others(), Throttled: max(0, d.Throttled),
		Recorder: float64(r.tracer.Cost()+r.cost) / 1e9, PerEvent: r.event, PerLook: r.look, Windows: windows, NoDag: !r.config.Dag, Brief: brief, Text: r.tracer.Text,
	})
	report.Account.Allocs = max(0, d.Allocs)
	return report
}
