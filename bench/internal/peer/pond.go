package peer

import "github.com/alitto/pond/v2"

const pondModule = "github.com/alitto/pond/v2"

// ponds are alitto/pond's two ways: tasks that the caller counts, and groups.
// A task that waits for another one keeps its worker meanwhile.
var ponds = []Peer{
	{Name: "pond", Module: pondModule, Bounded: true, Open: openPond},
	{Name: "pond group", Module: pondModule, Bounded: true, Open: openPondGroup},
}

func openPond(workers int) Session {
	pool := pond.NewPool(workers)
	submit := func(task func()) { must(pool.Go(task)) }
	return Session{
		Both: func(a, b func()) {
			forked := pool.Submit(b)
			a()
			must(forked.Wait())
		},
		Tasks:  tasksBy(submit),
		Submit: submit,
		Close:  pool.StopAndWait,
	}
}

func openPondGroup(workers int) Session {
	pool := pond.NewPool(workers)
	return Session{
		Both: func(a, b func()) {
			group := pool.NewGroup().Submit(b)
			a()
			must(group.Wait())
		},
		Tasks: func(n int, task func(i int)) {
			group := pool.NewGroup()
			for i := range n {
				group.Submit(func() { task(i) })
			}
			must(group.Wait())
		},
		Close: pool.StopAndWait,
	}
}
