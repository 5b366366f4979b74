package left

import "sync/atomic"

// Turn is a task's place in the serial order of its scope's tasks. A task's children are those that it spawns
// into its own scope while it runs; all others are children of the root, which is a zero Turn. The serial
// order is that of a walk through the tree: each task comes before its children, and these come in the order
// in which they were spawned.
//
// Each task runs as a strand of its own, wherever it runs, since tasks run in any order (internal/spawn):
//
//	spawner                                 runner                    waiter
//	count the task among its parent's       pause its own strand      see the count at 0, under mu
//	children, wrap the body                 run the task              sort what is in the round
//	                                        put the views into the    merge it into its own strand, or
//	                                        result                    in no task into the values
//	                                        go on with its strand
//	                                        count the task as ended
//
// "Views in the wrong round" (scenario ViewsScopes/flat): the task counts until its views are in the
// round, so the round is still its own. "Views after the end" (scenario ViewsScopes/flat):
// the waiter takes them after the count was 0.
type Turn struct {
	parent   *Turn // nil for the root
	number   int64 // among its parent's children
	depth    int   // 0 for the root
	children atomic.Int64
}

// Follow makes t, which is zero, the place of parent's next child.
func (t *Turn) Follow(parent *Turn) {
	// ORDER: a number only: one goroutine's spawns have the order in which it makes them.
	t.parent, t.number, t.depth = parent, parent.children.Add(1), parent.depth+1
}

// Compare tells which of two turns in one tree comes first. No two are in the same place. If both
// are nil, they have none.
func Compare(a, b *Turn) int {
	if a == nil || b == nil {
		return 0
	}
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
