package peer

import "sync"

// pooled is what the users of a pool write that only takes tasks: a WaitGroup for
// the tasks of one call. If a task waits for one that the pool does not start, it
// waits for ever, which is what its users meet too.
func pooled(submit func(task func()), stop func()) Session {
	return Session{
		Both:   bothBy(submit),
		Tasks:  tasksBy(submit),
		Submit: submit,
		Close:  stop,
	}
}

// bothBy is fork and join: submit one branch, run the other, wait.
func bothBy(submit func(task func())) func(a, b func()) {
	return func(a, b func()) {
		var wg sync.WaitGroup
		wg.Add(1)
		submit(func() {
			defer wg.Done()
			b()
		})
		a()
		wg.Wait()
	}
}

// tasksBy submits one task after the other, then waits.
func tasksBy(submit func(task func())) func(n int, task func(i int)) {
	return func(n int, task func(i int)) {
		var wg sync.WaitGroup
		wg.Add(n)
		for i := range n {
			submit(func() {
				defer wg.Done()
				task(i)
			})
		}
		wg.Wait()
	}
}

// must ends the program: no call of a benchmark may fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
