//go:build linux && (amd64 || arm64)

package shm

import (
	"context"
	"runtime"
	"testing"
)

// submitOne offers a task and waits for nothing.
func submitOne(m *Member, handler string, payload []byte) int {
	i, block, _ := m.acquire(len(payload))
	m.fillSlot(i, m.ids[handler], payload, block)
	m.order(i)
	m.offer(m.p.submit(i))
	return i
}

// TestGoexitKeepsLot has a handler end its goroutine, which has one more hint in hand: the
// next goroutine gets that from the deque, not by looking at all words after a while.
func TestGoexitKeepsLot(t *testing.T) {
	handlers := map[string]Handler{
		"quit": func(context.Context, []byte, []byte) ([]byte, error) { runtime.Goexit(); return nil, nil },
	}
	m, err := Join(newPath(t), handlers, Config{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s, kept := newScratch(), 0
	for range 2 {
		kept = submitOne(m, "quit", nil)
		s.lot[s.n] = hintOf(word(m.p.word(kept).Load()), kept)
		s.n++
		m.p.pop()
	}
	first := true
	m.scratch.New = func() any {
		if first {
			first = false
			return s
		}
		return newScratch()
	}
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error)
	go func() { over <- m.Work(ctx) }()
	for word(m.p.word(kept).Load()).state() != done {
		runtime.Gosched()
	}
	cancel()
	<-over
	if got := m.Stats().Adopted; got != 0 {
		t.Errorf("%d tasks were adopted; want their hints to be kept", got)
	}
}
