// Package pond is what the tests need of the real one: signatures.
package pond

type Task interface {
	Done() <-chan struct{}
	Wait() error
}

type Pool interface {
	Submit(task func()) Task
	NewGroup() TaskGroup
	NewSubpool(maxConcurrency int) Pool
}

type TaskGroup interface {
	Submit(tasks ...func()) TaskGroup
	Wait() error
}

func NewPool(maxConcurrency int) Pool { return nil }
