package replay

import (
	"slices"
	"sync/atomic"
)

// Turns are those of the takes of one loop or scope of which only some may run at a time.
type Turns struct{ begun, ended atomic.Int64 }

// Ended returns how many takes have ended.
func (t *Turns) Ended() int { return int(t.ended.Load()) }

// End counts a take as ended, after Notes.End. p may be nil.
func (t *Turns) End(p *Pool) {
	t.ended.Add(1) // ORDER: after the end is recorded, before another take may begin that counts it
	p.Changed()
}

// Turn waits for the turn of the present take: until as many others have ended as had in the recorded
// run. Where the recording is not followed any more it waits until fewer run than the limit says, which may
// change; 0 is no limit: takes that were handed over before may have begun together.
func (n *Notes) Turn(t *Turns, limit func() int) {
	y := n.pool.play
	if y == nil {
		return
	}
	after := n.now.take.After
	y.mu.Lock()
	defer y.mu.Unlock()
	y.turning = append(y.turning, n.now.take)
	follows := y.await(func() bool { return t.Ended() >= after })
	y.turning = slices.DeleteFunc(y.turning, func(t *Take) bool { return t == n.now.take })
	if !follows {
		for m := limit(); m > 0 && t.begun.Load()-t.ended.Load() >= int64(m); m = limit() {
			y.wake.Wait()
		}
	}
	t.begun.Add(1) // ORDER: under mu, where it is read
}
