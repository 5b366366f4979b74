package watch

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/direct"
	"github.com/skua-go/skua/internal/replay"
	"github.com/skua-go/skua/internal/tracer"
)

// Pool is what a pool has of its watchers. Of each there is one or none.
type Pool struct {
	Recording atomic.Pointer[tracer.Tracer] // of what the workers do; it comes and goes
	Steals    *replay.Pool                  // set before the pool is used
	Director  *direct.Director              // constant
}

// Recorded reports whether what the workers do is recorded. Anyone.
func (p *Pool) Recorded() bool { return p.Recording.Load() != nil }

// Named reports whether those who watch have names for what the workers do. Anyone.
func (p *Pool) Named() bool { return p.Recorded() || p.Steals != nil }

// Free reports whether nobody steers the pool, or wants to know all that it does. Anyone.
func (p *Pool) Free() bool { return !p.Named() && p.Director == nil }

// Resize tells that n workers may run. Anyone.
func (p *Pool) Resize(n int) {
	if t := p.Recording.Load(); t != nil {
		t.Resize(n)
	}
}
