package spawn

// A level has the scopes that a segment has made and not waited for, or a call or a task that runs
// above it on the same goroutine.
type level struct {
	scopes *Scope // a list by Scope.next
	inline bool   // of tasks that run where their maker waits
}

// Rise begins a level above the present one, and Sink ends it, when its scopes have been waited for. Not
// inlined: the calls of the facade allocate nothing, and where its append is a test would take it for theirs.
//
//go:noinline
func (c *Spawned) Rise(inline bool) { c.levels = append(c.levels, level{inline: inline}) }

// Sink ends what Rise began.
func (c *Spawned) Sink() { c.levels = c.levels[:len(c.levels)-1] }

// top returns the present level.
func (c *Spawned) top() int { return len(c.levels) - 1 }

// inlineAbove reports whether what runs now is a task that was begun above that level.
func (c *Spawned) inlineAbove(k int) bool {
	for k++; k <= c.top(); k++ {
		if c.levels[k].inline {
			return true
		}
	}
	return false
}

// list puts s on the list of its level, or of the present one if its own has ended.
func (s *Scope) list() {
	c := Of(s.home)
	s.level = min(s.level, c.top())
	at := &c.levels[s.level].scopes
	s.next, *at, s.listed = *at, s, true
}

// unlist takes s off the list of its level, and off its count what home has counted ahead.
func (s *Scope) unlist() {
	if s.home == nil || !s.listed {
		return
	}
	s.listed = false
	s.Settle()
	for at := &Of(s.home).levels[s.level].scopes; ; at = &(*at).next {
		if *at == s {
			*at, s.next = s.next, nil
			return
		}
	}
}
