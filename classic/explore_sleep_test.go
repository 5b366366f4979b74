//go:build explore

package classic

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
)

// TestExploreClassicSleep has the protocol of sleep.go alone: tasks are a number, of which searchers take
// one each, and posters add one each. In the end all may sleep, but beside no task.
func TestExploreClassicSleep(t *testing.T) {
	for _, c := range []struct{ workers, posters, posts int }{{1, 1, 1}, {1, 1, 2}, {1, 2, 1}, {2, 1, 1}, {2, 1, 2}, {2, 2, 1}} {
		t.Run(fmt.Sprintf("workers=%d/posters=%d/posts=%d", c.workers, c.posters, c.posts), func(t *testing.T) {
			budget.Check(t, func(x *explore.X) {
				s, never := new(sleep), new(latch)
				s.word.Store(oneEvent)
				var tasks, took atomic.Int32
				for id := range c.workers {
					x.Daemon(func() { asleepBetween(s, never, &Worker{id: id, parker: park.New()}, &tasks, &took) })
				}
				for range c.posters - 1 {
					x.Go(func() { addAndPost(s, &tasks, c.posts) })
				}
				addAndPost(s, &tasks, c.posts)
				x.Quiescent(func() error {
					if n := took.Load(); n != int32(c.posters*c.posts) {
						return fmt.Errorf("all sleep, and %d tasks of %d were taken", n, c.posters*c.posts)
					}
					return nil
				})
			}, budget.Deep)
		})
	}
}

func addAndPost(s *sleep, tasks *atomic.Int32, posts int) {
	for range posts {
		tasks.Add(1)
		s.post(nil)
	}
}

// asleepBetween is the life of a worker that takes a task at a time.
func asleepBetween(s *sleep, never *latch, w *Worker, tasks, took *atomic.Int32) {
	take := func() bool {
		for n := tasks.Load(); n > 0; n = tasks.Load() {
			if tasks.CompareAndSwap(n, n-1) {
				took.Add(1)
				return true
			}
		}
		return false
	}
	for {
		s.begin()
		for !take() {
			seen := s.announce()
			if take() {
				break
			}
			s.sleep(w, never, seen)
		}
		s.end()
	}
}

// TestExploreClassicLatch: workers sleep until a latch opens, and a post comes.
func TestExploreClassicLatch(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		s, l := new(sleep), new(latch)
		s.word.Store(oneEvent)
		var task atomic.Bool
		for id := range 2 {
			x.Go(func() {
				w := &Worker{id: id, parker: park.New()}
				for s.begin(); !l.isOpen(); {
					seen := s.announce()
					if !task.CompareAndSwap(true, false) && !s.sleep(w, l, seen) {
						return
					}
				}
				s.end()
			})
		}
		task.Store(true)
		s.post(nil)
		l.done(s, 1)
		x.OnEnd(func() error {
			if word := s.word.Load(); asleep(word) != 0 || searching(word) != 0 {
				return fmt.Errorf("%d asleep, %d search", asleep(word), searching(word))
			}
			return nil
		})
	}, budget.Deep)
}
