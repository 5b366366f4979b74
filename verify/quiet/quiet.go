package quiet

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/sched"
)

// Check says what is not as it must be when no call is inside.
func Check(p *sched.Pool) error {
	for w := range p.All.Each {
		for _, c := range &w.Kinds {
			err := error(nil)
			if n, _ := c.Waiting(); n > 0 {
				err = fmt.Errorf("%d left of %T", n, c)
			} else if k, ok := c.(checked); ok {
				err = k.Check()
			}
			if err != nil {
				return fmt.Errorf("worker in bed %d: %w", w.ID, err)
			}
		}
	}
	free, size := p.Sleep.Free(), p.Workers()
	for range 1_000_000 { // the timer of spawned tasks may be about to find that it can wake nobody any more
		if free == size {
			return nil
		}
		park.Yield()
		free = p.Sleep.Free()
	}
	return fmt.Errorf("%d of %d tokens free", free, size)
}

// A checked kind of work says what else is left of it although no call is inside.
type checked interface{ Check() error }

// Describe tells a pool's state while it works, a line for each worker: how much waits in its loops, stacks
// and queue. It takes the locks of the pool, its line and its scopes in turn, and reads atomics, each at an
// instant of its own.
func Describe(p *sched.Pool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "counts %+v, surplus %d, injector %d\n", p.Counts(), p.Surplus.Load(), p.Board().Waiting())
	for w := range p.All.Each {
		fmt.Fprintf(&b, "worker in bed %d", w.ID)
		for _, c := range &w.Kinds {
			n, _ := c.Waiting()
			fmt.Fprintf(&b, "; %d in %T", n, c)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
