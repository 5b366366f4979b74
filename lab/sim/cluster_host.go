package sim

import (
	"time"

	"github.com/skua-go/skua/internal/prefetch"
)

// A host is a node of the cluster; the package's nodes are those of dags.
type host struct {
	cluster *cluster
	id      int
	free    int   // slots
	held    []int // un-started tasks, the next one first
	asked   int   // tasks that the request on its way, or waiting, may still bring
	dry     bool  // the queue had no more the last time it answered

	pulled    time.Duration // when the last request left
	roundTrip time.Duration // of the last request: what a pull takes
	task      time.Duration // that a task typically takes; 0: none has ended

	known     int  // how many tasks it holds, as the other nodes have heard
	searching bool // a steal, or the wait after one, is under way
	failures  int  // steals that got nothing, in a row
}

// act does what the host can do now: run, ask for more, steal.
func (h *host) act() {
	for h.free > 0 && len(h.held) > 0 {
		task := h.held[0]
		h.held = h.held[1:]
		h.run(task)
	}
	h.pull()
	h.steal()
}

// run has a slot take a task, and run it after the checks that it may need.
func (h *host) run(task int) {
	s, checks := h.cluster, 0
	h.free--
	if s.given[task] {
		checks = s.c.AgainTrips
	}
	s.send(2*checks, func() { h.execute(task) })
}

// execute runs a task. Its result leaves when it ends.
func (h *host) execute(task int) {
	s, d := h.cluster, h.cluster.c.Tasks[task]
	s.result.Runs[task] = ClusterRun{h.id, s.clock.now, s.clock.now + d}
	s.clock.after(d, func() {
		h.task = prefetch.Typical(h.task, d)
		s.send(1, func() { s.left-- })
		if s.c.AwaitResult {
			s.send(2, h.release)
			return
		}
		h.release()
	})
}

// release frees a slot.
func (h *host) release() {
	h.free++
	h.act()
}

// limit is how many un-started tasks the host may hold.
func (h *host) limit() int {
	depth := h.cluster.c.Policy.Depth
	if depth == Adaptive {
		depth = prefetch.Depth(h.roundTrip, h.task)
	}
	return depth * h.cluster.c.Slots
}

// pull asks the queue for the tasks that are missing, unless an earlier request is on
// its way, or waits there.
func (h *host) pull() {
	s := h.cluster
	if h.asked > 0 {
		return
	}
	want := Refill(h.limit(), len(h.held), h.free)
	if want == 0 {
		return
	}
	s.result.Pulls++
	h.asked, h.dry, h.pulled = want, false, s.clock.now
	q := h.queue()
	s.send(1, func() { q.pull(request{h, want}) })
}

// queue is the one that the host pulls from.
func (h *host) queue() *queue {
	if h.cluster.c.Policy.Affinity {
		return &h.cluster.queues[h.id]
	}
	return &h.cluster.queues[0]
}

// answered is the queue's answer to a request: tasks, and whether the rest of the
// request waits because there are no more.
func (h *host) answered(tasks []int, waits bool) {
	h.roundTrip = h.cluster.clock.now - h.pulled
	h.dry = waits
	h.delivered(tasks)
}

// delivered is the arrival of tasks that were asked for.
func (h *host) delivered(tasks []int) {
	h.asked -= len(tasks)
	h.held = append(h.held, tasks...)
	h.act()
}
