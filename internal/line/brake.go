package line

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
)

// Brake is the limit of a scope, and what it holds back. The zero Brake has no limit. All but Limit
// is under the scope's lock.
//
// A spawner that makes tasks faster than they end keeps all that they hold in memory. The limit is its
// brake, if it asks: Full before each spawn, or NextRoom.
type Brake struct {
	Limit   atomic.Int64  // 0: there is none. It changes while no task counts; read without the lock too
	running int           // tasks neither held nor ended, once there is a limit
	held    []any         // the tasks beyond the limit
	room    chan struct{} // closed when a task has ended; nil: nobody waits for that
}

// Count returns how many tasks are neither held nor ended since there is a limit, and how many are held.
func (b *Brake) Count() (running, held int) { return b.running, len(b.held) }

// Full reports whether as many tasks run as the limit allows.
func (b *Brake) Full() bool {
	n := int(b.Limit.Load())
	return n > 0 && b.running >= n
}

// Begin reports whether one task more may begin, which counts as running then: all may if all says
// so. Otherwise it holds the task back.
func (b *Brake) Begin(task any, all bool) bool {
	if b.Full() && !all {
		b.held = append(b.held, task)
		return false
	}
	b.running++
	return true
}

// Hold holds a task back that may have begun and has not, if too many may run without it. It
// reports whether it does.
func (b *Brake) Hold(task any) bool {
	if b.running <= int(b.Limit.Load()) {
		return false
	}
	b.running--
	b.held = append(b.held, task)
	return true
}

// End counts n tasks as ended, and wakes those that wait for room if there is some. It returns
// those that were held and may begin now: all, or as many as the limit allows.
func (b *Brake) End(n int, all bool) (free []any) {
	if b.running -= n; invariant.Enabled && b.running < 0 {
		invariant.Fail("skua/line: more tasks of a scope have ended than ran")
	}
	for ; len(b.held) > 0 && (all || !b.Full()); b.running++ {
		free = append(free, b.held[0])
		b.held[0] = nil
		b.held = b.held[1:]
	}
	if b.room != nil && !b.Full() {
		close(b.room)
		b.room = nil
	}
	return free
}

// NextRoom returns a channel that is closed when the brake may not be full any more, or nil if it is not.
func (b *Brake) NextRoom() chan struct{} {
	if !b.Full() {
		return nil
	}
	// Nothing is missed: each task that ends from now on takes the lock, and End finds it.
	if b.room == nil {
		b.room = make(chan struct{})
	}
	return b.room
}
