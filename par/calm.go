package par

import (
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// calm is the time before others take part: the caller alone runs what is worth
// no more than telling them.
type calm struct {
	s      call.Settings
	inside bool // in a body
	began  time.Time
	runs   int
}

const (
	calmTime = 20 * time.Microsecond // about the price of a relay and of waking its first helper
	calmLook = 16                    // values between looks at the clock
)

func newCalm(s call.Settings) calm { return calm{s: s, began: time.Now()} }

// over is called after each value, and reports whether it is time to start.
func (c *calm) over() bool {
	c.runs++
	look := c.runs&(c.runs-1) == 0 || c.runs%calmLook == 0
	return look && time.Since(c.began) > calmTime
}

// long reports whether the values so far were worth waking a worker for each.
func (c *calm) long() bool { return time.Since(c.began) > time.Duration(c.runs)*batchTime }

// blame makes a body's panic look as if it came from a loop. Deferred.
func (c *calm) blame() {
	if !c.inside || !c.s.Wraps() {
		return
	}
	if err := skua.NewPanicError(recover()); err != nil {
		panic(err)
	}
}
