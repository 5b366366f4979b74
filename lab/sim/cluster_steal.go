package sim

import "slices"

// steal begins a steal if the host is idle: a slot is free, nothing is held, and the
// queue has answered that it has no more. The request that waits there stays: what
// comes to the queue later wakes the host too.
func (h *host) steal() {
	s := h.cluster
	idle := h.free > 0 && len(h.held) == 0 && h.dry
	if !idle || h.searching || s.c.Policy.Steal == "none" || len(s.hosts) == 1 {
		return
	}
	h.searching = true
	s.result.Attempts++
	v := h.victim()
	if s.c.Policy.Affinity {
		s.send(1, func() { v.overflow(h) })
		return
	}
	s.send(2, func() { v.asks(h) }) // by way of the server
}

// victim is the richer of two other hosts, drawn at random, by what is known of them.
func (h *host) victim() *host {
	s := h.cluster
	draw := func() *host { return &s.hosts[other(h.id, s.below(len(s.hosts)-1))] }
	a, b := draw(), draw()
	return &s.hosts[Richer(a.id, b.id, a.known, b.known)]
}

// amount is how many of n tasks a thief gets.
func (s *cluster) amount(n int) int {
	if s.c.Policy.Steal == "one" {
		return min(1, Half(n))
	}
	return Half(n)
}

// asks is the arrival of a thief's request at its victim, which gives away the
// youngest of its un-started tasks.
func (h *host) asks(thief *host) {
	s := h.cluster
	tasks := h.giveUp(s.amount(len(h.held)))
	if got := len(tasks) > 0; s.c.Policy.GiveBack {
		s.result.GivenBack += len(tasks)
		for _, task := range tasks {
			s.given[task] = true
			s.hops[task] = 0 // the queue does not know of them
		}
		s.send(1, func() {
			s.queues[0].putBack(tasks)
			s.send(1, func() { thief.stolen(nil, got) }) // behind the tasks, if it gets some
		})
	} else {
		s.send(2, func() { thief.stolen(tasks, got) })
	}
	h.pull()
}

// giveUp removes n tasks from the young end of what is held, in their order, without
// those that have been stolen too often.
func (h *host) giveUp(n int) (tasks []int) {
	s := h.cluster
	for i := len(h.held) - 1; i >= 0 && len(tasks) < n; i-- {
		if task := h.held[i]; s.hops[task] < MaxHops {
			tasks = append(tasks, task)
			h.held = slices.Delete(h.held, i, i+1)
		}
	}
	slices.Reverse(tasks)
	s.moved(tasks)
	return tasks
}

// overflow is the arrival of a thief's request at its victim's queue in the server.
func (h *host) overflow(thief *host) {
	s, q := h.cluster, h.queue()
	tasks := q.take(s.amount(len(q.ready)))
	s.moved(tasks)
	s.send(1, func() { thief.stolen(tasks, len(tasks) > 0) })
}

// moved counts the tasks of a steal.
func (s *cluster) moved(tasks []int) {
	for _, task := range tasks {
		s.hops[task]++
	}
	if len(tasks) > 0 {
		s.result.Steals++
		s.result.Stolen += len(tasks)
	}
}

// stolen is the victim's answer. A thief that got nothing tries again later.
func (h *host) stolen(tasks []int, got bool) {
	if got {
		h.failures, h.searching = 0, false
		h.held = append(h.held, tasks...)
		h.act()
		return
	}
	h.failures++
	h.cluster.clock.after(Backoff(h.failures, h.cluster.random.next()>>1), func() {
		h.searching = false
		h.act()
	})
}
