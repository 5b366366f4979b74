package forkjoin

// A Ctx is where a task forks. It belongs to the call that got it: a branch, or the body of a
// loop, uses its own.
type Ctx interface {
	// Both runs a and b, perhaps in parallel, and returns when both have ended.
	Both(a, b func(Ctx))
	// For runs body on parts of [from, to) of at most grain indices each, perhaps in
	// parallel, and returns when all have ended. It runs nothing if from is not below to.
	For(from, to, grain int, body func(c Ctx, from, to int))
}

// A task is a call of one function, or of a loop's body on a range.
type task struct {
	call            func(Ctx)
	body            func(c Ctx, from, to int)
	from, to, grain int
}

// A forker runs two tasks, perhaps in parallel.
type forker interface {
	Ctx
	both(x, y task)
}

// nothing is the result of every task.
type nothing = struct{}

// run runs the task; a range longer than its grain is halved.
func (t task) run(f forker) {
	switch {
	case t.call != nil:
		t.call(f)
	case t.to-t.from <= t.grain:
		t.body(f, t.from, t.to)
	default:
		low, high := t, t
		low.to = t.from + (t.to-t.from)/2
		high.from = low.to
		f.both(low, high)
	}
}

// loop runs a loop as tasks.
func loop(f forker, from, to, grain int, body func(c Ctx, from, to int)) {
	if grain < 1 {
		panic("forkjoin: For needs a grain of at least 1")
	}
	if from < to {
		task{body: body, from: from, to: to, grain: grain}.run(f)
	}
}
