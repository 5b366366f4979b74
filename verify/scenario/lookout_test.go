//go:build explore

package scenario

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
)

// looker takes one at a time of what threads bring, and tells one of them.
type looker struct {
	brought, taken atomic.Int32
	told           []*park.Parker
}

func (*looker) Begin() time.Duration { return 1 }

func (l *looker) Look() time.Duration {
	if !l.Lasts() {
		return 0
	}
	l.told[l.taken.Add(1)-1].Unpark()
	return 1
}

func (l *looker) Lasts() bool { return l.taken.Load() < l.brought.Load() }

// TestExploreLookout: two threads bring something to look after, each of which may come while the timer
// ends, and wait until somebody has looked. The timer looks also if nobody has brought anything since its
// last look.
func TestExploreLookout(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		l, at := new(park.Lookout), new(looker)
		for range 2 {
			told := park.New()
			at.told = append(at.told, told)
			x.Go(func() {
				at.brought.Add(1)
				l.Start(at)
				told.Park()
			})
		}
	}, budget.Plan{{Bound: 3, FreeYields: 4}, {Mode: explore.PCT, Depth: 4, FreeYields: 4}})
}
