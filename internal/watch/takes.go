package watch

// What a worker has taken, where there is a steal schedule. Of the takes of a limited loop or scope only some
// may run at a time: there they have turns.

// units is into how many units a loop without a grain is cut. Arbitrary.
const units = 1024

// Grain returns the grain of a loop of n indices. While there is a steal schedule, the pieces in which a loop
// is run must not depend on how long they take. So a loop without a grain gets one: chunks then are of as
// many indices, and never cut.
func (w *Worker) Grain(grain, n int) int {
	if w.Notes == nil || grain > 0 {
		return grain
	}
	return max(1, n/units)
}

// BeginTake tells the steal schedule that the worker begins what it has taken, and waits for its turn, if it
// has one: limit says how many may run at a time, and is asked again while the worker waits.
func (w *Worker) BeginTake(t Take, turns *Turns, limit func() int) {
	w.Notes.Begin(t)
	if turns != nil {
		w.Notes.Turn(turns, limit)
	}
}

// EndTake tells that the worker has come to the end of what it began last, and of its turn. cut and excused
// are those of Notes.End. It comes before the worker leaves room for another, whose take counts this turn.
func (w *Worker) EndTake(cut, excused bool, turns *Turns) {
	w.Notes.End(cut, excused)
	if turns != nil {
		turns.End(w.Notes.Pool())
	}
}
