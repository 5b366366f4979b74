//go:build linux && (amd64 || arm64)

package shm

import (
	"context"
	"sync"
	"testing"
	"time"
)

// With naps of an hour a wake-up that is lost is a test that hangs.
func sleepy(m *Member) *Member {
	m.mu.Lock()
	m.nap = time.Hour
	m.mu.Unlock()
	return m
}

// A worker is woken though the goroutine that sleeps for all waits for a result, and
// wants no work.
func TestSentryTellsWorkers(t *testing.T) {
	path := newPath(t)
	begun, release := make(chan struct{}), make(chan struct{})
	handlers := map[string]Handler{
		"hang": func(context.Context, []byte, []byte) ([]byte, error) {
			close(begun)
			<-release
			return nil, nil
		},
		"quick": func(context.Context, []byte, []byte) ([]byte, error) { return nil, nil },
	}
	newMember := func() *Member {
		m, err := Join(path, handlers, Config{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { m.Close() })
		return sleepy(m)
	}
	a, b := newMember(), newMember()
	hang := a.ids["hang"]
	// a's task hangs at b, and a goroutine of a waits for it, asleep.
	i, _, _ := a.acquire(0)
	a.fillSlot(i, hang, nil, 0)
	h := a.p.submit(i)
	var wg sync.WaitGroup
	wg.Go(func() {
		claimed, _ := b.p.claim(h)
		_, result, _ := b.perform(b.getScratch(), claimed)
		b.finish(b.getScratch(), claimed, outcomeOK, result)
	})
	<-begun
	wg.Go(func() {
		if _, err := a.await(t.Context(), i, hang); err != nil {
			t.Error(err)
		}
	})
	asleep := func(workers int) func() bool {
		return func() bool {
			a.mu.Lock()
			defer a.mu.Unlock()
			return a.sentry != nil && a.wanting == workers && a.p.asleep(a.p.me).Load() == 1
		}
	}
	eventually(t, "a sentry", asleep(0))
	// A worker of a joins it.
	ctx, cancel := context.WithCancel(t.Context())
	wg.Go(func() { a.Work(ctx) })
	eventually(t, "a worker asleep", asleep(1))
	// b submits, and waits for a's worker.
	for range 50 {
		i, _, _ := b.acquire(0)
		b.fillSlot(i, a.ids["quick"], nil, 0)
		b.offer(b.p.submit(i))
		eventually(t, "b's task done", func() bool { return word(b.p.word(i).Load()).state() == done })
		if _, err := b.fetch(i, a.ids["quick"], word(b.p.word(i).Load())); err != nil {
			t.Error(err)
		}
		eventually(t, "a worker asleep again", asleep(1))
	}
	close(release)
	eventually(t, "a result", func() bool { return word(a.p.word(i).Load()).state() == free })
	cancel()
	wg.Wait()
}

// Goroutines that wait for different things, in two processes that never look by
// themselves: none sleeps through what it waits for.
func TestNoWakeLost(t *testing.T) {
	path := newPath(t)
	a := sleepy(join(t, path, Config{Workers: 2}))
	b := sleepy(join(t, path, Config{Workers: 1}))
	ctx, cancel := context.WithCancel(t.Context())
	var workers, callers sync.WaitGroup
	workers.Go(func() { a.Work(ctx) })
	workers.Go(func() { b.Work(ctx) })
	for _, m := range []*Member{a, b, a, b} {
		callers.Go(func() {
			for i := range 500 {
				if _, err := m.Do(ctx, "square", number(i)); err != nil {
					t.Error(err)
				}
				if i%50 == 0 {
					time.Sleep(time.Millisecond) // so that all fall asleep now and then
				}
			}
		})
	}
	callers.Go(func() {
		for range 20 {
			for _, err := range a.Map(ctx, "pid", numbers(30)) {
				if err != nil {
					t.Error(err)
				}
			}
		}
	})
	callers.Wait()
	cancel()
	workers.Wait()
}
