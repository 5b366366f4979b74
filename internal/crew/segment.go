package crew

// Work is what a thief can run: the frames of a stack, the indices of a part, or a spawned task. Its methods
// are the thief's, which has claimed units [lo, hi), in the order in which Loot.Run calls them. The victim's
// words that they read do not change between the claim and Report.
type Work interface {
	// Whose returns the job that the units are of, and what they are called in an execution trace.
	Whose() (job *Job, name string)
	// Begin makes ready what Run needs, and tells who watches. It must not panic.
	Begin(thief *Worker, lo, hi int)
	// Run runs them. It may panic, and call Goexit.
	Run(thief *Worker, lo, hi int)
	// Finish is called when Run has ended by f, which is nil if it has returned. It returns what the segment
	// ends by. No other worker may take of the units any more after that, or begin what follows from them if
	// f says so.
	Finish(thief *Worker, f *Failure) *Failure
	// Report tells the owner that they are done, and returns the owner if it is parked for that. A task wakes
	// those that wait for its scope itself, and gives the token away with that.
	Report(thief *Worker, lo int, f *Failure) (parked *Worker)
}

// Loot is what a search brought: units [lo, hi) of a work. They are indices of a loop or
// the number of a frame; a spawned task has none.
type Loot struct {
	Work   Work
	Lo, Hi int
	More   bool // there is more of that kind for others, or will be
	Shares bool // Run makes a part of it public at once, and ends its thief's search after that
}

// Run runs what a search brought as a segment of the thief's. The order is necessary:
//
//	begin    A worker is inside, for the job, before anything runs: what a task makes is the segment's.
//	outcome  It is found in the deferred function that recovers, while the panicking frames are there.
//	finish   The failure is told before it is waited for: others that run a part of this may take long, and
//	         stop when they see it.
//	end      What the units have left behind is waited for before the report: nothing of them runs after it.
//	report   Result, failure and views are written before the word that says done. After it an owner is
//	         there still if it is parked for that word; else it may be gone.
//	token    It goes to the owner if that is parked, and so w has none, before w can look for work again.
//	outlive  If the work has ended the goroutine the worker goes on with a new one, so it is last.
//
// NOT: each kind of work with a sequence of its own. There were three, in three orders.
func (l Loot) Run(w *Worker) {
	work, normal := l.Work, false
	w.Adopt(work.Whose())
	work.Begin(w, l.Lo, l.Hi)
	defer func() {
		f := work.Finish(w, w.Outcome(normal, recover()))
		w.End() // before the report
		if owner := work.Report(w, l.Lo, f); owner != nil {
			w.Tokenless = !owner.Apart() // it goes with the wake-up
			owner.Parker.Unpark()
		}
		w.Outlive(f)
	}()
	work.Run(w, l.Lo, l.Hi)
	normal = true
}
