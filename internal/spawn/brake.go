package spawn

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
)

// brake is the limit of a scope, and what it holds back. Under the scope's lock.
//
// A spawner that makes tasks faster than they end keeps all that they hold in memory. The limit is its
// brake, if it asks: Full before each spawn, or AwaitRoom.
type brake struct {
	limit   atomic.Int64  // 0: there is none. It changes while no task counts; read without the lock too
	running int           // tasks neither held nor ended, once limited
	held    []any         // the bodies of those beyond the limit
	room    chan struct{} // closed when a task has ended; nil: nobody waits for that
}

// full reports whether as many tasks run as the limit allows.
func (b *brake) full() bool {
	n := int(b.limit.Load())
	return n > 0 && b.running >= n
}

// free returns the tasks that are held and may begin, all or as many as the limit allows, and counts them
// as running.
func (b *brake) free(all bool) (free []any) {
	for len(b.held) > 0 && (all || !b.full()) {
		free = append(free, b.held[0])
		b.held[0] = nil
		b.held = b.held[1:]
		b.running++
	}
	return free
}

// nextRoom returns a channel that is closed when the brake may not be full any more, or nil if it is not.
func (b *brake) nextRoom() chan struct{} {
	if !b.full() {
		return nil
	}
	// Nothing is missed: each task that ends from now on takes the lock in Scope.release, and finds it.
	if b.room == nil {
		b.room = make(chan struct{})
	}
	return b.room
}

// giveRoom wakes those that wait for room.
func (b *brake) giveRoom() {
	if b.room != nil && !b.full() {
		close(b.room)
		b.room = nil
	}
}

// Full reports whether as many tasks as the limit allows have not ended.
func (s *Scope) Full() bool { return s.locked(s.brake.full) }

// AwaitRoom waits while s is full, and done is not closed. The caller has given its place away.
func (s *Scope) AwaitRoom(done <-chan struct{}) {
	for {
		s.mu.Lock()
		room := s.brake.nextRoom()
		s.mu.Unlock()
		if room == nil {
			return
		}
		select {
		case <-room:
		case <-done:
			return
		}
	}
}

// holdsNone reports whether the limit holds nothing back: a steal schedule says when each task begins; and
// the tasks of a job that was cancelled do not begin, and who forsakes them takes them from the inbox.
func (s *Scope) holdsNone() bool {
	return s.Board.Crew.Watch.Steals.Follows() || s.Job.Cancelled()
}

// release starts what the limit held back, after n tasks have ended on w, which is nil for a branch.
func (s *Scope) release(w *crew.Worker, n int) {
	s.mu.Lock()
	s.brake.running -= n
	s.check()
	free := s.brake.free(s.holdsNone())
	s.brake.giveRoom()
	s.mu.Unlock()
	var c *Spawned
	if w != nil {
		c = Of(w)
	}
	for _, body := range free {
		s.launch(c, body)
	}
}
