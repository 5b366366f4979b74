//go:build linux && (amd64 || arm64)

package shm

import (
	"testing"
)

// Hints of tasks that were run without them do not pile up; those of tasks that wait
// stay.
func TestPurge(t *testing.T) {
	m := join(t, newPath(t), Config{Places: 1, Slots: 64, Blob: pageSize})
	i, _, _ := m.acquire(8)
	m.fillSlot(i, m.ids["square"], number(7), 0)
	waiting := m.p.submit(i)
	m.offer(waiting)
	for range 100 * m.p.capacity {
		j, _, _ := m.acquire(8)
		m.fillSlot(j, m.ids["square"], number(7), 0)
		h := m.p.submit(j)
		m.offer(h)
		other, _ := m.p.claim(h) // without its hint
		m.p.release(j, other.w)
		m.putBack(j, 0)
	}
	if len(m.p.over) > m.p.capacity {
		t.Errorf("%d hints wait in Go memory", len(m.p.over))
	}
	found := false
	for {
		h, ok := m.p.pop()
		if !ok {
			break
		}
		found = found || h == waiting
	}
	if !found {
		t.Error("the hint of a task that waits is gone")
	}
	m.abandon(i)
	for n := range 10_000 {
		if _, err := m.Do(t.Context(), "square", number(n)); err != nil {
			t.Fatal(err)
		}
	}
	if n := m.queued(); n > 0 {
		t.Errorf("%d hints are left by calls of Do, one after the other", n)
	}
}
