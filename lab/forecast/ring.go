package forecast

// A ring is a queue of steps: its owner takes the youngest, thieves take the oldest.
type ring struct {
	steps []int32
	first int
}

func (q *ring) len() int { return len(q.steps) - q.first }

func (q *ring) push(at int32) { q.steps = append(q.steps, at) }

func (q *ring) youngest() int32 {
	last := len(q.steps) - 1
	at := q.steps[last]
	q.steps = q.steps[:last]
	q.tidy()
	return at
}

func (q *ring) oldest() int32 {
	at := q.steps[q.first]
	q.first++
	q.tidy()
	return at
}

// tidy begins again at the front if nothing is left, or much is gone.
func (q *ring) tidy() {
	if q.first == len(q.steps) || q.first > 64 && 2*q.first > len(q.steps) {
		q.steps = q.steps[:copy(q.steps, q.steps[q.first:])]
		q.first = 0
	}
}
