package room

// Phase is what a thread does.
type Phase int

// The phases. A thread is Running unless the code says otherwise.
const (
	Running   Phase = iota // of the program, or of the scheduler for its sake
	Searching              // for work
	Waiting                // for a thief or a loop to end, with its processor
	Locked                 // out by a lock
	Asleep                 // without a processor
	phases
)

func (p Phase) String() string {
	return [...]string{"running", "searching", "waiting", "locked out", "asleep"}[p]
}

// Enter says what the running thread does from now on, and returns what it did before.
func (r *Room) Enter(what int) (before int) { return int(r.enter(r.running, Phase(what))) }

func (r *Room) enter(t *thread, what Phase) (before Phase) {
	t.in[t.phase] += t.clock - t.since
	r.timeline.add(int(t.phase), t.since, t.clock)
	t.since = t.clock
	before, t.phase = t.phase, what
	return before
}

// Counts are how often things happened.
type Counts struct {
	Events                    uint64 // accesses of all sorts
	Changes                   uint64 // those that are no load: each needs a fence or an RMW on a real machine
	Reads, Moves              uint64 // copies of lines; lines that went to another owner
	Failed                    uint64 // CASes that failed
	Parks, Wakes              uint64 // threads that slept, and were woken
	Starts, Yields, LockWaits uint64
}

func (c Counts) minus(d Counts) Counts {
	return Counts{c.Events - d.Events, c.Changes - d.Changes, c.Reads - d.Reads, c.Moves - d.Moves, c.Failed - d.Failed,
		c.Parks - d.Parks, c.Wakes - d.Wakes, c.Starts - d.Starts, c.Yields - d.Yields, c.LockWaits - d.LockWaits}
}

// Tally is what a part of a program took.
type Tally struct {
	Span    Time         // from its begin to its end, for the thread that measured it
	Work    Time         // that the program did, all threads together
	In      [phases]Time // time of all threads together by what they did; Running has the Work
	Threads int
	Counts  Counts
}

// Speedup is how much faster the part was than its work one after the other.
func (t Tally) Speedup() float64 { return float64(t.Work) / float64(max(t.Span, 1)) }

// now is a tally from the beginning to now, by the running thread's clock.
func (r *Room) now() Tally {
	now := r.running.clock
	t := Tally{Span: now, Threads: len(r.threads), Counts: r.counts}
	for _, u := range r.threads {
		for k, d := range u.in {
			t.In[k] += d
		}
		t.In[u.phase] += max(now-u.since, 0)
		t.Work += u.work
	}
	return t
}

// Measure returns what f took.
func (r *Room) Measure(f func()) Tally {
	before := r.now()
	r.timeline.begin(r.running.clock)
	f()
	t := r.now()
	t.Span -= before.Span
	t.Work -= before.Work
	for k := range t.In {
		t.In[k] -= before.In[k]
	}
	t.Counts = t.Counts.minus(before.Counts)
	return t
}
