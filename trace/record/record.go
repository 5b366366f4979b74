package record

import (
	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/record"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/trace"
)

// Config says how to record. The zero value is the default.
type Config struct {
	// NoSolo leaves out the windows of some 20 ms, a twentieth of all time at most, in which all
	// workers but one are held. Without them the report cannot tell whether work takes longer
	// when all workers run, as it does when they wait for memory.
	NoSolo bool
	// NoDag leaves out of the report how tasks depended on each other, which is most of its size:
	// a replay on other numbers of workers needs it.
	NoDag bool
}

// Recording is a recording of what the workers of a pool do, from Start to Stop. Safe for
// concurrent use.
type Recording struct{ core *record.Recording }

// Start begins a recording of the pool. It fails if the pool is being recorded already. Calls that
// are inside are recorded from the next task, loop or search of each worker on.
//
// A recording costs a tenth of the processor time of tasks that take 10 µs, and a thirtieth of that of
// such forks and indices (`cmd/docs/why.md` has a table); its own cost is in the report. Forks that are
// too fine to record are not recorded, and stay as fast as they are. When there is no recording it costs
// nothing that can be measured. One that is dropped without Stop goes on.
func Start(p *skua.Pool, config Config) (*Recording, error) {
	r, err := record.Start(&sched.Of(p).Watch, record.Config{Solo: !config.NoSolo, Dag: !config.NoDag})
	if err != nil {
		return nil, err
	}
	return &Recording{r}, nil
}

// Stop ends the recording and returns its report. To call it again returns the same report.
func (r *Recording) Stop() *trace.Report {
	r.must()
	return r.core.Stop()
}

// Report returns what is known so far, while the recording goes on; after Stop, what Stop has
// returned. It takes some milliseconds, and holds no worker but one that is far ahead.
func (r *Recording) Report() *trace.Report {
	r.must()
	return r.core.Report()
}

// must panics unless r was made by Start.
func (r *Recording) must() {
	if r == nil || r.core == nil {
		panic("skua/trace/record: a Recording is needed that Start made, not a nil or zero one")
	}
}
