package spawn

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/views"
	"github.com/skua-go/skua/internal/views/left"
)

// turn is a task's place in the serial order of its scope's tasks (left.Turn), and its body until it begins.
//
// NOT: a number in every Task. That is a third more memory for all tasks, and few programs have
// reducers.
type turn struct {
	body any
	left.Turn
}

// inTurn gives the task with that body its turn, if the program has reducers. The count of turns orders no
// spawners, as far as the race detector sees.
func (s *Scope) inTurn(from *crew.Worker, body any) any {
	parent := s.root
	if parent == nil {
		return body
	}
	if from != nil {
		if at := Of(from).serving(); at.serves == s && at.turn != nil {
			parent = at.turn
		}
	}
	t := &turn{body: body}
	apart.Hide()
	t.Follow(parent)
	apart.Show()
	return t
}

// begin begins the strand of the current task, and returns the facade's body. Where there are no reducers it
// writes no pointer, here and in finish: a spawn should stay cheap.
func (r *series) begin(w *crew.Worker, body any) any {
	if t, ok := body.(*turn); ok {
		body, t.body = t.body, nil
		r.c.serving().turn = &t.Turn
	}
	if r.begun = true; !w.Strand.Empty() {
		r.paused = w.Strand.Take()
	}
	return body
}

// finish ends what begin began, before the task is counted as ended in its scope. cut: by a panic.
func (r *series) finish(w *crew.Worker, cut bool) {
	w.Count.Spawned.Add(1)
	if !r.begun {
		return
	}
	r.begun = false
	if !w.Strand.Empty() {
		r.scope.result.views.Add(r.c.serving().turn, w.Strand.End())
	}
	if r.paused != nil {
		w.Strand.Put(r.paused)
		r.paused = nil
	}
	r.tellEnd(w, cut)
}

// Gather merges what the tasks have written to reducers, in the order of their turns, into the strand
// that the calling goroutine is in; or, in no task, into the values. s is over. If several callers have
// waited for it, the first merges, and the others wait for that.
func (s *Scope) Gather() {
	if s.result.views.Empty() {
		return
	}
	var into *views.Strand
	if w := s.Board.Crew.Innermost(); w != nil {
		into = &w.Strand
	}
	s.result.views.Gather(into, left.Compare)
}
