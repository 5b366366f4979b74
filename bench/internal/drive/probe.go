package drive

import (
	"context"
	"time"

	"github.com/skua-go/skua/lab/gauge"
)

// enoughOf the processors must be free: with fewer a round says little of parallel work.
const enoughOf = 0.85

// Patience is how long rounds wait for processors.
type Patience struct {
	Each time.Duration // before a round
	All  time.Duration // before all rounds together; what is left of it
}

// await waits until the machine has a processor for each of n workers, as look finds,
// and reports whether it had at last. Without patience it does not look.
func (p *Patience) await(ctx context.Context, n int, look func(n int) float64) bool {
	if p.Each == 0 {
		return true
	}
	for waited := time.Duration(0); look(n) < enoughOf*float64(n); waited += time.Second {
		if waited >= p.Each || p.All <= 0 {
			return false
		}
		p.All -= time.Second
		select {
		case <-ctx.Done():
			return false
		case <-time.After(time.Second):
		}
	}
	return true
}

// processors is how many of n processors the machine gives this program.
func processors(n int) float64 { return float64(n) * gauge.FreeShare(n, gauge.LongLook) }
