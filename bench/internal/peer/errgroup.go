package peer

import "golang.org/x/sync/errgroup"

const errGroupModule = "golang.org/x/sync"

// errGroup starts a goroutine for each task, and a group for each fork.
var errGroup = Peer{
	Name:   "errgroup",
	Module: errGroupModule,
	Open: func(int) Session {
		return Session{Both: errGroupBoth, Tasks: func(n int, task func(i int)) { errGroupTasks(-1, n, task) }}
	},
}

// errGroupLimit has at most as many goroutines as workers, in one group that all
// forks share: a group for each of them would bound nothing.
var errGroupLimit = Peer{
	Name:    "errgroup limit",
	Module:  errGroupModule,
	Bounded: true,
	Open: func(workers int) Session {
		var g errgroup.Group
		g.SetLimit(workers)
		submit := func(task func()) {
			g.Go(func() error {
				task()
				return nil
			})
		}
		s := pooled(submit, nil)
		s.Tasks = func(n int, task func(i int)) { errGroupTasks(workers, n, task) }
		return s
	},
}

func errGroupBoth(a, b func()) {
	var g errgroup.Group
	g.Go(func() error {
		b()
		return nil
	})
	a()
	must(g.Wait())
}

func errGroupTasks(limit, n int, task func(i int)) {
	var g errgroup.Group
	g.SetLimit(limit)
	for i := range n {
		g.Go(func() error {
			task(i)
			return nil
		})
	}
	must(g.Wait())
}
