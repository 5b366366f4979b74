package spawn

// "Counted ahead" (scenario Ahead): state is the one word that all spawners of a scope share. A task of the
// scope keeps the count above 0 anyway, until its series settles (S1). So its goroutine counts maxAhead
// tasks by one addition, and the tasks that it spawns next are of those. How many are left is a plain number
// of the series: a task that another worker has stolen, and one that runs above tasks of another scope, has
// none. "Left ahead" (scenario Ahead/task): a count that nobody takes back keeps the scope open for good. The
// series takes it back with the tasks that it settles, however it ends.

// maxAhead is how many tasks a goroutine counts at once: so a spawn pays a 32nd of the addition, and of the
// cache miss.
const maxAhead = 32

// count counts a task that is spawned on c, or outside if c is nil, if others count already and there is no
// limit.
func (s *Scope) count(c *Spawned) bool {
	if c != nil && s.brake.limit.Load() == 0 {
		if at := c.serving(); at.serves == s {
			if at.ahead == 0 {
				// ORDER: counted before it can be found. The caller's own task counts until its series
				// settles, so the count is not 0, and this does not bring it away from there (I3). By one
				// addition: there may be a spawner on each worker, and while a CAS is on its way, others
				// change the word.
				s.state.Add(maxAhead * oneTask)
				at.ahead = maxAhead
			}
			at.ahead--
			return true
		}
	}
	for st := s.state.Load(); st >= oneTask && st&limited == 0; st = s.state.Load() {
		// ORDER: counted before it can be found, so the scope cannot end without
		// it. By CAS, for a count that has come to 0 has dismissed the scope (I3).
		if s.state.CompareAndSwap(st, st+oneTask) {
			return true
		}
	}
	return false
}

// unspawned returns how many tasks the current series has counted ahead, and notes that there are
// none: its caller takes them off the count.
func (c *Spawned) unspawned() (n int) {
	at := c.serving()
	n, at.ahead = at.ahead, 0
	return n
}
