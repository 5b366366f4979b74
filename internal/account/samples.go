package account

import (
	"time"

	"github.com/skua-go/skua/trace"
)

// Samples is what the machine and the runtime said at the end of a recording, less what they
// said at its begin. Times are seconds of one processor.
type Samples struct {
	Program string
	Started time.Time
	Machine trace.Machine

	GC, Assist  float64 // the collector, but for what had idle processors; of that on workers' time
	Cycles      float64 // of the collector: how many
	Mutex       float64 // goroutines waited for mutexes
	RunDelay    float64 // own threads were ready and waited for a processor; -1: unknown
	Own, Others float64 // processor time of this program, and of others; -1: unknown
	Throttled   float64 // the container had used up its time
	Recorder    float64 // processor time of the recorder, but on the workers' own time
	PerEvent    float64 // a worker spends on writing one event
	PerLook     float64 // and on a look at its thread, after each strand of at least lookedAt
	Windows     int     // in which one worker was alone
	NoDag       bool    // leave the dag out
	Brief       bool    // leave out what is large, and keep the sites in the order of the report before

	Text func(ref uint64) string // the text of a panic that an event names; it may be nil
}

// collects reports whether the collector has much to do.
func (m *Samples) collects() bool { return m.Own > 0 && m.GC > collects*m.Own }
