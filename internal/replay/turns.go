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
// run, or as will, since void ones do not. Where the recording is not followed any more it waits until
// fewer run than the limit says, which may change; 0 is no limit: takes that were handed over before may
// have begun together.
func (n *Notes) Turn(t *Turns, limit func() int) {
	y := n.pool.play
	if y == nil {
		return
	}
	now := n.now.take
	y.mu.Lock()
	defer y.mu.Unlock()
	y.turning = append(y.turning, now)
	follows := y.await(func() bool { return t.Ended() >= now.After || y.past(now) })
	y.turning = slices.DeleteFunc(y.turning, func(t *Take) bool { return t == now })
	if !follows {
		for m := limit(); m > 0 && t.begun.Load()-t.ended.Load() >= int64(m); m = limit() {
			y.wake.Wait()
		}
	}
	t.begun.Add(1) // ORDER: under mu, where it is read
}

// past reports whether all takes, of whatever loop or scope, that had ended in the recorded run before
// t began have ended, or are void: no scope ever counts a void one. Under mu.
func (p *player) past(t *Take) bool {
	for ends := p.file.ends; len(ends) > 0 && (ends[0].over || ends[0].void); ends = p.file.ends {
		p.file.ends = ends[1:]
	}
	return len(p.file.ends) == 0 || p.file.ends[0].ended > t.line
}
