package forecast

import (
	"math/rand/v2"
	"testing"
)

// TestPlayerSet compares with a set that is a slice.
func TestPlayerSet(t *testing.T) {
	const n = 200
	for seed := range 300 {
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		draw := func() int { return random.IntN(n + 1) }
		set, known := make(playerSet, n/64+1), make([]bool, n)
		for range 4 {
			lo, hi := draw(), draw()
			set.fill(lo, hi)
			for i := lo; i < hi; i++ {
				known[i] = true
			}
			i := draw() % n
			known[i] = !known[i]
			if added := set.put(i, known[i]); added != known[i] {
				t.Fatalf("seed %d: put(%d, %v) says %v", seed, i, known[i], added)
			}
		}
		first, size := draw()%n, n
		want, before := none, size
		for k := size - 1; k >= 0; k-- {
			if at := (first + k) % size; known[at] {
				want, before = at, k
			}
		}
		if got, passed := set.round(first, size); got != want || passed != before {
			t.Fatalf("seed %d: from %d it is %d to %d, want %d to %d", seed, first, passed, got, before, want)
		}
	}
}

// TestAgenda takes events in the order of time, also those that were moved.
func TestAgenda(t *testing.T) {
	for seed := range 100 {
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		var a agenda
		at := map[int]float64{}
		for range 50 {
			a.grow()
		}
		for range 200 {
			player, time := random.IntN(50), float64(random.IntN(20))
			a.set(player, time)
			at[player] = time
		}
		for last := (entry{-1, -1}); len(at) > 0; {
			player, time := a.pop()
			if e := (entry{time, player}); !last.before(e) || at[player] != time {
				t.Fatalf("seed %d: %v after %v, want it at %v", seed, e, last, at[player])
			} else {
				last = e
			}
			delete(at, player)
		}
		if player, _ := a.pop(); player != none {
			t.Fatalf("seed %d: one event more, of %d", seed, player)
		}
	}
}
