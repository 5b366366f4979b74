package pieces

const (
	pageLen    = 256 // tasks: arbitrary
	spawnPages = 16  // that are kept for what comes: arbitrary
)

// Waiting has what is known of each task that has not begun, by number; the zero value has none. Workers
// number tasks one after the other, and begin those that they have spawned last: so what is asked for next
// is near.
type Waiting[T any] struct {
	pages  map[uint64]*page[T]
	number uint64   // of last
	last   *page[T] // which was asked for last
	spare  []*page[T]
}

type page[T any] struct {
	of    [pageLen]*T
	count int
}

// page returns the page of a task, or nil.
func (t *Waiting[T]) page(task uint64) *page[T] {
	number := task / pageLen
	if t.last == nil || t.number != number {
		t.number, t.last = number, t.pages[number]
	}
	return t.last
}

// Get returns what is known of a task, or nil.
func (t *Waiting[T]) Get(task uint64) *T {
	if p := t.page(task); p != nil {
		return p.of[task%pageLen]
	}
	return nil
}

// Put notes that a task waits, of which g is known.
func (t *Waiting[T]) Put(task uint64, g *T) {
	p := t.page(task)
	if p == nil {
		p = t.newPage()
		if t.pages == nil {
			t.pages = map[uint64]*page[T]{}
		}
		t.pages[t.number], t.last = p, p
	}
	if p.of[task%pageLen] == nil {
		p.count++
	}
	p.of[task%pageLen] = g
}

func (t *Waiting[T]) newPage() *page[T] {
	n := len(t.spare)
	if n == 0 {
		return new(page[T])
	}
	p := t.spare[n-1]
	t.spare = t.spare[:n-1]
	return p
}

// Take removes a task and returns what was known of it, or nil.
func (t *Waiting[T]) Take(task uint64) *T {
	g := t.Get(task)
	if g == nil {
		return nil
	}
	t.last.of[task%pageLen] = nil
	if t.last.count--; t.last.count == 0 {
		delete(t.pages, t.number)
		if len(t.spare) < spawnPages {
			t.spare = append(t.spare, t.last)
		}
		t.last = nil
	}
	return g
}
