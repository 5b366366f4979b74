//go:build race && !explore

package apart

import "sync"

// remembered is how many branches that have ended keep their goroutines. The detector reports a race only
// if it knows where both accesses came from, and it forgets a goroutine's past soon after the goroutine has
// ended: it uses the memory for the next one.
const remembered = 1024

// past are the goroutines of the branches that ended last, each of which waits for its channel. It is
// shared behind a lock that the detector does not see, so it looks into none of these functions.
var past struct {
	mu   sync.Mutex
	ring [remembered]chan struct{}
	at   int
}

// remember returns a channel that is closed when as many branches have ended after the caller's, or
// Forget is called: until then the goroutine of a branch that has ended waits. Hidden.
func remember() (forgotten chan struct{}) {
	forgotten = make(chan struct{})
	exchange(forgotten)
	return forgotten
}

//go:norace
func exchange(mine chan struct{}) {
	past.mu.Lock()
	defer past.mu.Unlock()
	if old := past.ring[past.at]; old != nil {
		close(old)
	}
	past.ring[past.at] = mine
	past.at = (past.at + 1) % remembered
}

// Forget ends the goroutines of all branches that have ended: for the end of a call, when everything is
// joined.
//
//go:norace
func Forget() {
	Hide()
	defer Show()
	past.mu.Lock()
	defer past.mu.Unlock()
	for k := range past.ring {
		if past.ring[k] != nil {
			close(past.ring[k])
			past.ring[k] = nil
		}
	}
}
