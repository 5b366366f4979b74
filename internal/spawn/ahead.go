package spawn

// "Counted ahead" (scenario Ahead): the CAS of state is the one access that all spawners of a scope
// share. So a goroutine that keeps the scope from ending anyway counts more tasks than it spawns,
// and spawns the rest without a look at state. Two do:
//
//	in a task of s      whose series counts until it settles (S1)
//	in the task that    while s is on the list of those that the task has not waited for
//	made s              (O1): it takes s off before it waits, or when its segment ends
//
// What is ahead is a plain number of that goroutine's: of its innermost series, or of the scope. A
// task that another worker has stolen, and one that runs above tasks of another scope, finds
// neither and counts for itself. "Left ahead" (scenarios Ahead/task and Ahead/maker): a count that
// nobody takes back keeps the scope open for good. A series takes it back with the tasks that it
// settles, however it ends; the maker when it takes s off its list.

// maxAhead is how many tasks a goroutine counts ahead of their spawns, at most: so a spawn pays a
// 32nd of the CAS, 0.2 ns, and of the cache miss.
const maxAhead = 32

// ahead returns where the tasks are noted that the calling goroutine, on c, has counted in s ahead
// of their spawns; nil if it may count none ahead. It reports whether it is in a task of s: then
// that task counts, and the count is above 0.
func (c *Spawned) ahead(s *Scope) (ahead *int, inTask bool) {
	if c == nil {
		return nil, false
	}
	if at := c.serving(); at.serves == s {
		return &at.ahead, true
	}
	if s.home == c.worker && s.maker.listed {
		return &s.maker.ahead, false
	}
	return nil, false
}

// count counts a task, if others count already and there is no limit. Where that is safe it
// counts more than one, up to as many as are counted: the spawns that come next on the same
// goroutine are of those.
func (s *Scope) count(c *Spawned) bool {
	ahead, inTask := c.ahead(s)
	if ahead != nil && *ahead > 0 { // so there is no limit
		*ahead--
		return true
	}
	if inTask && s.brake.Limit.Load() == 0 {
		// ORDER: counted before it can be found. The caller's own task counts until its series
		// settles, so the count is not 0, and this does not bring it away from there (I3). By one
		// addition: there may be a spawner on each worker, and while a CAS is on its way, others
		// change the word.
		s.state.Add(maxAhead * oneTask)
		*ahead = maxAhead - 1
		return true
	}
	for st := s.state.Load(); st >= oneTask && st&limited == 0; st = s.state.Load() {
		n := int64(1)
		if ahead != nil && *ahead == 0 {
			n = min(st/oneTask, maxAhead)
		}
		// ORDER: counted before it can be found, so the scope cannot end without
		// it. By CAS, for a count that has come to 0 has dismissed the scope (I3).
		if s.state.CompareAndSwap(st, st+n*oneTask) {
			if ahead != nil {
				*ahead += int(n) - 1
			}
			return true
		}
	}
	return false
}

// Settle takes off the count what the maker of s has counted ahead and not spawned, if the calling
// goroutine is the maker's: what is home's is that of its goroutine alone.
func (s *Scope) Settle() {
	if s.home == nil || !s.home.Mine() {
		return
	}
	if n := s.maker.ahead; n > 0 {
		s.maker.ahead = 0
		s.end(s.home, n, false)
	}
}

// unspawned returns how many tasks the current series has counted ahead, and notes that there are
// none: its caller takes them off the count.
func (c *Spawned) unspawned() (n int) {
	at := c.serving()
	n, at.ahead = at.ahead, 0
	return n
}
