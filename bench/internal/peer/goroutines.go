package peer

import "sync"

// goroutines is what Go has without a library: one goroutine for each task.
var goroutines = Peer{
	Name: "goroutines",
	Open: func(int) Session {
		return Session{
			Both:   goBoth,
			Tasks:  goTasks,
			Submit: func(task func()) { go task() },
		}
	},
}

func goBoth(a, b func()) {
	var wg sync.WaitGroup
	wg.Go(b)
	a()
	wg.Wait()
}

func goTasks(n int, task func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { task(i) })
	}
	wg.Wait()
}
