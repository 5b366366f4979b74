//go:build explore

package shm

// crashPoint tells the scenario how far the running thread is. The explorer kills at
// every step, not here.
func crashPoint(name string) {
	if atPoint != nil {
		atPoint(name)
	}
}

var atPoint func(name string)
