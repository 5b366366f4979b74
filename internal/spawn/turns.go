package spawn

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/views"
)

// turn is a task's place in the serial order of its scope's tasks, and its body until it begins. A
// task's children are those that it spawns into its own scope while it runs; all others are children of
// the root. The serial order is that of a walk through the tree: each task comes before its
// children, and these come in the order in which they were spawned.
//
// Each task runs as a strand of its own (internal/views), wherever it runs, since tasks run in any order:
//
//	spawner                                 runner                    waiter
//	count the task among its parent's       set its own strand aside  see the count at 0, under mu
//	children, wrap the body                 run the task              sort what is in the round
//	                                        under mu: put the views   merge it into its own strand, or
//	                                        into the result           in no task into the values
//	                                        go on with its strand
//	                                        count the task as ended
//
// "Views in the wrong round" (scenario ViewsScopes/flat): the task counts until its views are in the
// round, so the round is still its own (round.go). "Views after the end" (scenario ViewsScopes/flat):
// the waiter takes them after the count was 0.
//
// NOT: a number in every Task. That is a third more memory for all tasks, and few programs have
// reducers.
type turn struct {
	body     any
	parent   *turn // nil for the root, and for tasks of a scope that is older than the first reducer
	number   int64 // among its parent's children
	depth    int   // 0 for the root
	children atomic.Int64
	views    *views.Set // once the task has ended
}

// inTurn gives the task with that body its turn, if the program has reducers.
func (s *Scope) inTurn(from *crew.Worker, body any) any {
	parent := s.root
	if parent == nil {
		return body
	}
	if from != nil && from.Crew == s.Board.Crew {
		if at := Of(from).serving(); at.serves == s && at.turn != nil {
			parent = at.turn
		}
	}
	// ORDER: a number only: one goroutine's spawns have the order in which it makes them.
	return &turn{body: body, parent: parent, number: parent.children.Add(1), depth: parent.depth + 1}
}

// begin begins the strand of the current task, and returns the facade's body. Where there are no reducers it
// writes no pointer, here and in finish: a spawn should stay cheap.
func (r *series) begin(w *crew.Worker, body any) any {
	if t, ok := body.(*turn); ok {
		body, t.body = t.body, nil
		r.turn = t
		r.c.serving().turn = t
	}
	if r.begun = true; !w.Strand.Empty() {
		r.aside = w.Strand.Take()
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
		if v := w.Strand.End(); v != nil {
			r.scope.leave(r.turn, v)
		}
	}
	if r.aside != nil {
		w.Strand.Put(r.aside)
		r.aside = nil
	}
	r.tellEnd(w, cut)
}

// leave puts the views of a task that has ended into its round.
func (s *Scope) leave(t *turn, v *views.Set) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &s.result
	if t == nil {
		t = &turn{number: int64(len(r.turns)), depth: 1}
	}
	t.views = v
	r.turns, r.viewed = append(r.turns, t), true
}

// Gather merges what the tasks have written to reducers, in the order of their turns, into the strand
// that the calling goroutine is in; or, in no task, into the values. s is over. If several callers have
// waited for it, the first merges, and the others wait for that.
func (s *Scope) Gather() {
	r := &s.result
	if !r.viewed {
		return
	}
	r.merging.Lock()
	defer r.merging.Unlock()
	all := r.turns
	r.turns = nil
	slices.SortFunc(all, compare)
	w := s.Board.Crew.Innermost()
	for _, t := range all {
		if w != nil {
			w.Strand.Gather(t.views)
		} else {
			t.views.Deliver()
		}
	}
}

// compare tells which of two turns comes first. No two are in the same place.
func compare(a, b *turn) int {
	before := a.depth - b.depth // if one is below the other, the upper one comes first
	for a.depth > b.depth {
		a = a.parent
	}
	for b.depth > a.depth {
		b = b.parent
	}
	if a == b {
		return before
	}
	for a.parent != b.parent {
		a, b = a.parent, b.parent
	}
	return int(a.number - b.number)
}
