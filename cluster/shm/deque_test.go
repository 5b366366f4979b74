//go:build linux && (amd64 || arm64)

package shm

import (
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"
)

// smallMapping is in Go memory, for one process.
func smallMapping(places, slots int) *mapping {
	m := &mapping{}
	b := make([]uint64, (m.measure(places, slots, 0)+7)/8)
	m.words = newWords(unsafe.Slice((*byte)(unsafe.Pointer(&b[0])), 8*len(b)))
	m.attempts = 3
	return m
}

// Alone, the deque is a list: pushes of several, pops, cuts from the other end.
func TestDeque_alone(t *testing.T) {
	m := smallMapping(1, 64)
	d := m.deque(0)
	d.reset()
	var model []hint
	rng := rand.New(rand.NewPCG(1, 2))
	next := hint(1)
	for step := range 200_000 {
		switch rng.IntN(4) {
		case 0, 1:
			hs := make([]hint, rng.IntN(1<<rng.IntN(7)))
			for i := range hs {
				hs[i] = next
				next++
			}
			n := d.push(hs...)
			if want := min(len(hs), m.capacity-len(model)); n != want {
				t.Fatalf("step %d: pushed %d of %d beside %d; want %d", step, n, len(hs), len(model), want)
			}
			model = append(model, hs[:n]...)
		case 2:
			for range rng.IntN(1 << rng.IntN(8)) {
				h, ok := d.pop()
				if ok != (len(model) > 0) || ok && h != model[len(model)-1] {
					t.Fatalf("step %d: popped %d, %v of %v", step, h, ok, model)
				}
				if ok {
					model = model[:len(model)-1]
				}
			}
		case 3:
			into := make([]hint, 1+rng.IntN(40))
			if k := d.takeOldest(into); !slices.Equal(into[:k], model[:k]) || 2*k > len(model) {
				t.Fatalf("step %d: took %v of %v", step, into[:k], model)
			} else {
				model = model[k:]
			}
		}
		r, n := d.look()
		if int(n) != len(model) || n > 0 && r.length() > max(1, n/2) {
			t.Fatalf("step %d: %d items with %d in range; want %d", step, n, r.length(), len(model))
		}
	}
}

// With thieves, each hint comes out once.
func TestDeque_thieves(t *testing.T) {
	m := smallMapping(1, 64)
	own := m.deque(0)
	own.reset()
	const total = 200_000
	seen := make([]atomic.Int32, total)
	var out atomic.Int64
	take := func(hs []hint) {
		for _, h := range hs {
			seen[h].Add(1)
		}
		out.Add(int64(len(hs)))
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			d := m.deque(0)
			for out.Load() < total {
				r, n := d.look()
				if n <= 0 {
					continue
				}
				k := min(r.length(), n, maxLoot)
				var loot [maxLoot]hint
				for i := range k {
					loot[i] = hint(d.slot(r.top() + uint32(i)).Load())
				}
				if d.cut(r, n, k) {
					take(loot[:k])
				}
			}
		})
	}
	var lot [16]hint
	for next := 0; out.Load() < total; {
		var hs []hint
		for range min(total-next, 1+next%40) {
			hs = append(hs, hint(next))
			next++
		}
		next -= len(hs) - own.push(hs...)
		take(lot[:own.takeOldest(lot[:])])
		for range next % 20 {
			if h, ok := own.pop(); ok {
				take([]hint{h})
			}
		}
	}
	wg.Wait()
	for h := range seen {
		if n := seen[h].Load(); n != 1 {
			t.Fatalf("hint %d came out %d times", h, n)
		}
	}
}
