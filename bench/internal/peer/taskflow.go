package peer

import (
	"strconv"

	taskflow "github.com/noneback/go-taskflow"
)

// taskflows is noneback/go-taskflow: a graph is built, then run. It has no Both: a
// graph within a task begins when the task has returned, not while it waits.
var taskflows = Peer{
	Name:    "go-taskflow",
	Module:  "github.com/noneback/go-taskflow",
	Bounded: true,
	Open: func(workers int) Session {
		executor := taskflow.NewExecutor(uint(workers))
		return Session{
			Tasks: func(n int, task func(i int)) {
				flow := taskflow.NewTaskFlow("tasks")
				for i := range n {
					flow.NewTask(strconv.Itoa(i), func() { task(i) })
				}
				executor.Run(flow).Wait()
			},
		}
	},
}
