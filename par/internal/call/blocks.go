package call

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/direct"
	"github.com/skua-go/skua/internal/views"
)

// BlockCount returns how many blocks of size indices cover n.
func BlockCount(n, size int) int {
	if n <= 0 {
		return 0
	}
	return (n-1)/size + 1
}

// BlockSize returns the size of the blocks of [0, n): the grain, or what makes at most
// most of them.
func (s Settings) BlockSize(n, most int) int {
	if s.Grain > 0 {
		return s.Grain
	}
	return max(1, BlockCount(n, most))
}

// Block returns block k = [lo, hi) of size indices of [0, n), of which the last may be
// shorter. It is generic for the reason that Bit is.
func Block[I ~int](k, n, size I) (lo, hi I) {
	lo = k * size
	return lo, lo + min(size, n-lo)
}

// Blocks runs body on every block k = [lo, hi) of size indices of [0, n), of which the last
// may be shorter. How blocks are cut depends on n and size only.
func (s Settings) Blocks(n, size int, f any, body func(k, lo, hi int)) {
	count := BlockCount(n, size)
	if s.Sequential {
		for k := range count {
			lo, hi := Block(k, n, size)
			body(k, lo, hi)
		}
		return
	}
	if f == nil {
		f = body
	}
	s.Grain = 0 // it has had its say in size
	loop := s.loop(count, n, f, func(p *skua.Part) {
		for p.Next() {
			k := p.Index()
			lo, hi := Block(k, n, size)
			body(k, lo, hi)
		}
	})
	loop.Run(s.At())
}

// BlocksBy is Blocks for a body that wants the part that runs it: nil if the caller does, alone.
func (s Settings) BlocksBy(n, size int, f any, body func(p *skua.Part, k, lo, hi int)) {
	if s.Sequential {
		s.Blocks(n, size, f, func(k, lo, hi int) { body(nil, k, lo, hi) })
		return
	}
	if f == nil {
		f = body
	}
	s.Grain = 0
	loop := s.loop(BlockCount(n, size), n, f, func(p *skua.Part) {
		for p.Next() {
			k := p.Index()
			lo, hi := Block(k, n, size)
			body(p, k, lo, hi)
		}
	})
	loop.Run(s.At())
}

// BlocksThen runs body on every block as Blocks does, and then, once, next, with settings
// for the loops there. next runs inside the loop, on the worker that ends the last block, or in the
// caller where a recording must not depend on which one that is.
func (s Settings) BlocksThen(n, size int, f any, body func(k, lo, hi int), next func(s Settings)) {
	count := BlockCount(n, size)
	if s.Sequential || count == 0 {
		s.Blocks(n, size, f, body)
		next(s)
		return
	}
	s.Grain = 0
	var c countdown
	c.begin(s, count, size)
	c.start = Clock()
	loop := s.loop(count, n, f, func(p *skua.Part) {
		ran := 0
		for p.Next() {
			k := p.Index()
			lo, hi := Block(k, n, size)
			body(k, lo, hi)
			ran++
		}
		if c.last(p, ran) {
			next(c.following(p))
		}
	})
	loop.Run(s.At())
	if !c.followed {
		s.Steady = true
		next(s)
	}
}

// A countdown finds the worker that ends the last block of a loop, which goes on with what
// follows: entering the pool again would cost more than a small tree.
//
// Invariant: left is the number of blocks that no part has reported. A part reports its blocks
// once, when those that it began have returned. A block that was not begun, or did not
// return, since the loop was stopped by a panic or a cancellation, is never reported. So left
// becomes 0 once if every block has returned, and else never.
type countdown struct {
	set   Settings
	size  int // of a block
	start time.Duration
	left  atomic.Int64

	followed bool // by the worker that ended the last block; else the caller goes on, after the loop
}

func (c *countdown) begin(s Settings, count, size int) {
	c.set, c.size = s, size
	c.left.Store(int64(count)) // ORDER: before the loop starts, which publishes c to its workers
}

// last reports, for a part that has run its blocks, whether those were the last, and it goes on.
func (c *countdown) last(p *skua.Part, ran int) bool {
	// ORDER: after what the part's blocks wrote. The part that brings left to 0 sees the
	// Adds of all others before its own, and so all that their blocks wrote.
	if ran == 0 || c.left.Add(-int64(ran)) != 0 || p.Steady() {
		return false
	}
	c.followed = true
	return true
}

// following returns the settings for what follows, on the worker of p. If a block was at
// least Arity elements long and the loop was short, the tree above it will be short too:
// this worker runs it alone.
func (c *countdown) following(p *skua.Part) Settings {
	s := c.set
	s.Place = p.Worker()
	s.Sequential = c.size >= Arity && Clock()-c.start < soloTime
	return s
}

// soloTime is how long the nodes of a level of a tree may take together for one worker to
// run them all: about what waking another costs.
const soloTime = 20 * time.Microsecond

var epoch = time.Now()

// Clock is the time since the program began, by which loops and sequences decide how to go on: half
// the price of time.Now.
func Clock() time.Duration { return direct.Clock(clock()) }

// Directed reports whether the caller is in a program whose schedule package schedule decides.
func Directed() bool { return direct.Home() != nil }

// Reduces reports whether the program has a reducer: then the functions of the user run in tasks
// only, where each has a view of its own.
func Reduces() bool { return views.Ordered.Load() }

func clock() time.Duration { return time.Since(epoch) }
