package sim

// A queue is a work queue in the server. Requests that it cannot serve, or not in
// full, wait there: the long poll.
type queue struct {
	cluster *cluster
	ready   []int // tasks, the next one first
	waiting []request
}

// A request is what is left of a host's wish for tasks.
type request struct {
	host *host
	want int
}

// pull is the arrival of a request. What is there goes to the host at once, with
// the answer whether the rest of the request waits.
func (q *queue) pull(r request) {
	tasks := q.take(min(r.want, len(q.ready)))
	r.want -= len(tasks)
	waits := r.want > 0
	if waits {
		q.waiting = append(q.waiting, r)
	}
	q.cluster.send(1, func() { r.host.answered(tasks, waits) })
}

// take removes the next n tasks.
func (q *queue) take(n int) []int {
	tasks := q.ready[:n:n]
	q.ready = q.ready[n:]
	return tasks
}

// putBack puts tasks at the head of the queue, and deals them one by one to the
// requests that wait, in turns.
func (q *queue) putBack(tasks []int) {
	q.ready = append(append([]int{}, tasks...), q.ready...)
	dealt := map[*host][]int{}
	var order []*host
	for len(q.ready) > 0 && len(q.waiting) > 0 {
		r := q.waiting[0]
		q.waiting = q.waiting[1:]
		if dealt[r.host] == nil {
			order = append(order, r.host)
		}
		dealt[r.host] = append(dealt[r.host], q.take(1)...)
		if r.want--; r.want > 0 {
			q.waiting = append(q.waiting, r)
		}
	}
	for _, h := range order {
		q.cluster.send(1, func() { h.delivered(dealt[h]) })
	}
}
