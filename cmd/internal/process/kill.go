package process

import "time"

// A killer ends the process group of a command.
//
// Two goroutines meet here: the one in Run, which waits for the leader, and the one that the end
// of the context starts, which runs kill. Run reaps the leader only if kill was prevented by
// stop, or has closed done. So the leader's number is its own as long as kill runs.
type killer struct {
	child       *child
	grace       time.Duration
	leaderEnded chan struct{} // closed by Run
	done        chan struct{} // closed by kill; nothing of the group lives then
	sent        bool          // the leader was alive when the group got a signal; read after done
}

// kill ends the group: first by SIGTERM, and after the grace by SIGKILL.
func (k *killer) kill() {
	defer close(k.done)
	if k.child.ended() {
		return // by itself: its outcome counts
	}
	k.sent = true
	k.child.terminate()
	if !k.gone(k.grace) {
		k.child.kill()
		k.gone(afterKill)
	}
}

// afterKill is how long is waited for processes that got SIGKILL, after their leader has ended.
// Only one that hangs in the system, as in a read from a dead file server, takes that long.
const afterKill = 2 * time.Second

// gone waits until nothing of the group lives, or for that long; for the leader it
// waits forever once it has got SIGKILL, because Run does so too.
func (k *killer) gone(limit time.Duration) bool {
	late := time.After(limit)
	select {
	case <-k.leaderEnded:
	case <-late:
		return false
	}
	for pause := time.Millisecond; k.child.othersAlive(); pause = min(2*pause, 20*time.Millisecond) {
		select {
		case <-time.After(pause):
		case <-late:
			return false
		}
	}
	return true
}
