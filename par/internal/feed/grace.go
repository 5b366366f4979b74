package feed

import (
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// grace is the time before other workers take part: the caller alone runs a sequence that
// costs no more than telling them.
type grace struct {
	set    call.Settings
	inside bool          // a call of the user's function runs
	began  time.Duration // by call.Clock
	runs   int           // values that have run
}

const (
	graceTime = 20 * time.Microsecond // about what a relay and waking its first helper cost
	graceLook = 16                    // values between looks at the clock
)

func newGrace(set call.Settings) grace { return grace{set: set, began: call.Clock()} }

// over is called after each value, and reports whether it is time to call helpers.
func (g *grace) over() bool {
	if g.set.Sequential {
		return false
	}
	g.runs++
	look := g.runs&(g.runs-1) == 0 || g.runs%graceLook == 0
	return look && call.Clock()-g.began > graceTime
}

// slow reports whether each of the values so far was worth waking a worker for.
func (g *grace) slow() bool { return call.Clock()-g.began > time.Duration(g.runs)*batchTime }

// asPoolPanic makes a panic of the user's function look as if it came from a loop, and
// leaves one of the sequence alone. Deferred.
func (g *grace) asPoolPanic() {
	if !g.inside || !g.set.Wraps() {
		return
	}
	if err := skua.NewPanicError(recover()); err != nil {
		panic(err)
	}
}
