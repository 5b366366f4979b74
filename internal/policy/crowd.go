package policy

import (
	"math/bits"

	"github.com/skua-go/skua/internal/rng"
)

// Crowd is what a thief knows of those that search with it, and goes by when it leaves work to
// them. It leaves nothing to them when it has to look at everything, before it sleeps, nor in a
// small pool.
type Crowd struct {
	Searching int // how many, as far as it knows; 0: it has to look at everything
	beaten    int // how often others were faster than it at a steal, less how often it was
}

// few is of how many workers a pool is not small. Each rule below was found in the virtual machine room
// (docs/machine-room.md), with 64 and more, and none was seen to pay on a real machine with fewer.
const few = 16

// See notes that the thief searches in a pool of size workers, and how many do with it.
func (c *Crowd) See(searching, size int) {
	if size < few {
		searching = min(searching, 1)
	}
	c.Searching = searching
}

// leaves reports whether the thief leaves to the others, at random, what most of them should do.
func (c *Crowd) leaves(most int, r *rng.Rand) bool {
	return c.Searching > most && r.Below(c.Searching) >= most
}

// tries is how many of the workers that search try for one piece of work, on average. If all tried,
// the owner would wait until its line of memory had visited every one of them. In the virtual
// machine room (docs/machine-room.md) one, two or four came to the same, and all of them to twice
// as much.
const tries = 2

// Refrains reports whether the thief leaves n pieces of work that it sees to the others.
func (c *Crowd) Refrains(n int, r *rng.Rand) bool { return c.leaves(tries*n, r) }

// lookers is how many of the workers that search look at a stack of forks, or at a loop, at a time, on
// average. Each look takes a line of memory to which its owner writes. In the virtual machine room an owner
// of 50 ns forks, 20 µs for 200 of them alone, takes 23 µs among 63 hungry workers; among 255 it took
// 47 µs, and takes 28.
const lookers = 64

// LooksAway reports whether the thief leaves it to the others to look at a stack, or at a loop.
func (c *Crowd) LooksAway(r *rng.Rand) bool { return c.leaves(lookers, r) }

// asks is how many of the workers that search ask an owner for private work, on average. In the virtual
// machine room an unbalanced tree (uts) was 35.9 times as fast on 64 workers as on one if one asks, 38.1
// with four, 37.6 with eight and 37.7 with sixteen.
const asks = 4

// RefrainsFromAsking reports whether the thief leaves it to the others to ask an owner for private work.
func (c *Crowd) RefrainsFromAsking(r *rng.Rand) bool { return c.leaves(asks, r) }

// crowded is how many workers may look at one at the same time before that costs more than it brings.
// Between two and eight short tasks gain a little and tasks that are longer lose much: 1,024 leaves by
// Each on 64 workers of the virtual machine room (docs/machine-room.md), in T₁/P + T∞, take 3.96 with
// eight and 1.33 with two if a leaf takes 30 µs, 57.9 and 49.4 if it takes 1 µs.
//
// In the virtual machine room an unbalanced tree (uts) begins with 2,000 short tasks on one worker.
// While each of 256 thieves came back to it at once, its line of memory went to all of them after each
// steal: 2 to 7 of them had work, for half of the time. Since each thief that is beaten leaves out half
// of the workers that it passes, and half of these if it is beaten again, the tree is 47 times as fast as
// on one worker in place of 25.
const crowded = 2

// Avoids reports whether the thief, which others were faster than, leaves out a worker that it passes.
func (c *Crowd) Avoids(r *rng.Rand) bool {
	return c.beaten > 0 && c.Searching > 0 && r.Below(1<<c.beaten) > 0
}

// Beat notes that another was faster in a pool of size workers. The thief is beaten at most so often that, if
// all were, about crowded of them would look at a worker.
func (c *Crowd) Beat(size int) {
	if size >= few && c.beaten < bits.Len64(uint64(size)/(2*crowded)) {
		c.beaten++
	}
}

// Won notes that the thief was the fastest.
func (c *Crowd) Won() { c.beaten = max(c.beaten-1, 0) }
