package spawn

import "github.com/skua-go/skua/internal/views/left"

// A level is of a segment, or of a call or of tasks that run above it on the same goroutine. The tasks are
// of a scope that is waited for there.
type level struct {
	scopes *Scope // that it has made and not waited for: a list by maker.next

	serving int        // the nearest level that serves a scope, from this one down; or 0
	serves  *Scope     // whose tasks run here, or nil
	ahead   int        // tasks counted that the current series may still spawn
	turn    *left.Turn // of the current task; nil in a scope that is older than the first reducer
}

// Rise begins a level above the present one, and Sink ends it, when its scopes have been waited for. Not
// inlined: the calls of the facade allocate nothing, and where its append is a test would take it for theirs.
//
//go:noinline
func (c *Spawned) Rise() { c.levels = append(c.levels, level{serving: c.levels[c.top()].serving}) }

// Sink ends what Rise began.
func (c *Spawned) Sink() { c.levels = c.levels[:len(c.levels)-1] }

// top returns the present level.
func (c *Spawned) top() int { return len(c.levels) - 1 }

// inlineAbove reports whether what runs now is a task that was begun above that level.
func (c *Spawned) inlineAbove(k int) bool { return c.levels[c.top()].serving > k }

// serving returns the level whose tasks run now, if any do.
func (c *Spawned) serving() *level { return &c.levels[c.levels[c.top()].serving] }

// serve notes that tasks of s run at the present level.
func (c *Spawned) serve(s *Scope) {
	k := c.top()
	c.levels[k].serving, c.levels[k].serves = k, s
}

// served takes back what serve noted, and returns how many tasks are counted ahead there.
func (c *Spawned) served() (ahead int) {
	ahead = c.unspawned()
	at := c.serving()
	at.serves, at.turn = nil, nil
	return ahead
}

// maker is what the maker of a scope, on home's goroutine, has of it.
type maker struct {
	level  int    // of home's
	listed bool   // on the list of that level
	next   *Scope // there
	ahead  int    // tasks counted ahead
}

// list puts s on the list of its level, or of the present one if its own has ended.
func (c *Spawned) list(s *Scope) {
	s.maker.level = min(s.maker.level, c.top())
	at := &c.levels[s.maker.level].scopes
	s.maker.next, *at, s.maker.listed = *at, s, true
}

// unlist takes s off the list of its level, if it is there, and off its count what its maker has counted
// ahead.
func (c *Spawned) unlist(s *Scope) {
	if !s.maker.listed {
		return
	}
	s.maker.listed = false
	s.Settle()
	for at := &c.levels[s.maker.level].scopes; ; at = &(*at).maker.next {
		if *at == s {
			*at, s.maker.next = s.maker.next, nil
			return
		}
	}
}
