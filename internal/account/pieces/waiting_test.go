package pieces

import (
	"math/rand/v2"
	"testing"
)

type group struct{ _ int }

// TestWaiting compares waiting with a map.
func TestWaiting(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 2))
	w, want := Waiting[group]{}, map[uint64]*group{}
	groups := []*group{{}, {}, {}}
	for range 200_000 {
		task := 1 + random.Uint64N(40*pageLen)
		if random.IntN(8) == 0 {
			task <<= 40
		}
		switch random.IntN(3) {
		case 0:
			g := groups[random.IntN(len(groups))]
			w.Put(task, g)
			want[task] = g
		case 1:
			if g := w.Take(task); g != want[task] {
				t.Fatalf("seed %d: took another group of task %d", seed, task)
			}
			delete(want, task)
		case 2:
			if w.Get(task) != want[task] {
				t.Fatalf("seed %d: another group of task %d", seed, task)
			}
		}
	}
	for task := range want {
		w.Take(task)
	}
	if len(w.pages) != 0 || len(w.spare) == 0 || len(w.spare) > spawnPages {
		t.Errorf("%d pages are left of no task, %d kept for the next", len(w.pages), len(w.spare))
	}
	for _, p := range w.spare {
		if *p != (page[group]{}) {
			t.Error("a page for the next tasks is not empty")
		}
	}
}

// A page whose last task was taken is not used for two numbers.
func TestWaiting_spare(t *testing.T) {
	w := Waiting[group]{}
	first, second := new(group), new(group)
	w.Put(1, first)
	w.Take(1)
	w.Put(2, first)
	w.Put(pageLen+2, second)
	if w.Get(2) != first || w.Get(pageLen+2) != second {
		t.Error("tasks of two pages are mixed up")
	}
	if w.Take(2); w.Get(pageLen+2) != second || len(w.pages) != 1 {
		t.Errorf("%d pages after one of two was emptied", len(w.pages))
	}
}
