package account

const (
	pageLen    = 256 // tasks: arbitrary
	spawnPages = 16  // that are kept for what comes: arbitrary
)

// waiting has the groups of the tasks that have not begun, by number. Workers number tasks one after
// the other, and begin those that they have spawned last: so what is asked for next is near.
type waiting struct {
	pages  map[uint64]*page
	number uint64 // of last
	last   *page  // which was asked for last
	spare  []*page
}

type page struct {
	groups [pageLen]*group
	count  int
}

// page returns the page of a task, or nil.
func (t *waiting) page(task uint64) *page {
	number := task / pageLen
	if t.last == nil || t.number != number {
		t.number, t.last = number, t.pages[number]
	}
	return t.last
}

// get returns the group of a task, or nil.
func (t *waiting) get(task uint64) *group {
	if p := t.page(task); p != nil {
		return p.groups[task%pageLen]
	}
	return nil
}

// put notes that a task of g waits.
func (t *waiting) put(task uint64, g *group) {
	p := t.page(task)
	if p == nil {
		p = t.newPage()
		t.pages[t.number], t.last = p, p
	}
	if p.groups[task%pageLen] == nil {
		p.count++
	}
	p.groups[task%pageLen] = g
}

func (t *waiting) newPage() *page {
	n := len(t.spare)
	if n == 0 {
		return new(page)
	}
	p := t.spare[n-1]
	t.spare = t.spare[:n-1]
	return p
}

// take removes a task and returns its group, or nil.
func (t *waiting) take(task uint64) *group {
	g := t.get(task)
	if g == nil {
		return nil
	}
	t.last.groups[task%pageLen] = nil
	if t.last.count--; t.last.count == 0 {
		delete(t.pages, t.number)
		if len(t.spare) < spawnPages {
			t.spare = append(t.spare, t.last)
		}
		t.last = nil
	}
	return g
}
