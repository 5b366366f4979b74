package forkjoin

import "fmt"

// A Scheduler runs a program on a number of workers, one program at a time.
type Scheduler struct {
	Name string
	// Run runs the program and returns when all that it forked has ended.
	Run func(program func(Ctx))
	// Close frees the workers.
	Close func()
}

// Names are the schedulers, in the order of the tables: skua's typed frames, its deques, and
// goroutines.
func Names() []string {
	return []string{typedName, "split", "abp", "chaselev", "stealhalf", goroutinesName}
}

// New returns the scheduler of that name with that number of workers, at least one.
func New(name string, workers int) (*Scheduler, error) {
	if workers < 1 {
		return nil, fmt.Errorf("forkjoin: %d workers, want at least one", workers)
	}
	switch name {
	case typedName:
		return newTyped(workers)
	case goroutinesName:
		return newGoroutines(), nil
	}
	return newDeques(name, workers)
}
