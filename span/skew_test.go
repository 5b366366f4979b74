package span

import "testing"

// loads are how many steps an index takes.
var loads = map[string]func(i, n int) int{
	"even":              func(i, n int) int { return 1 },
	"first part heavy":  func(i, n int) int { return heavyIf(i < n/8, 200) },
	"last part heavy":   func(i, n int) int { return heavyIf(i >= n-n/8, 200) },
	"triangular":        func(i, n int) int { return i + 1 },
	"one heavy, first":  func(i, n int) int { return heavyIf(i == 0, 1000) },
	"one heavy, middle": func(i, n int) int { return heavyIf(i == n/2, 1000) },
	"one heavy, last":   func(i, n int) int { return heavyIf(i == n-1, 1000) },
}

func heavyIf(heavy bool, steps int) int {
	if heavy {
		return steps
	}
	return 1
}

// TestSkew lets workers take turns, a step each, and counts rounds: no uneven load
// takes more than (total - longest)/workers + longest, the bound for schedules in
// which nobody is idle while an index waits (Graham). No clock, so the machine's
// load does not matter.
func TestSkew(t *testing.T) {
	for name, load := range loads {
		for _, workers := range []int{2, 8} {
			for _, chunk := range []int{1, 16} {
				const n = 1000
				total, longest := 0, 0
				for i := range n {
					total += load(i, n)
					longest = max(longest, load(i, n))
				}
				rounds := turns(n, workers, chunk, load)
				limit := (total-longest)/workers + longest
				if rounds > limit {
					t.Errorf("%s, %d workers, chunks of %d: %d rounds, want at most %d", name, workers, chunk, rounds, limit)
				}
				t.Logf("%s, %d workers, chunks of %d: %d rounds, ideal %d", name, workers, chunk, rounds, max(total/workers, longest))
			}
		}
	}
}

// turns returns the rounds until all is over, from an even start.
func turns(n, workers, chunk int, load func(i, n int) int) (rounds int) {
	s := NewStealing(0, n, workers, 1)
	rest := make([]int, workers) // of the index at hand
	for k := range s.parts {
		s.parts[k].SetChunk(chunk)
	}
	for over := 0; over < n; rounds++ {
		for k := range s.parts {
			c := &s.parts[k]
			if rest[k] == 0 && (c.Next() || s.next(c)) {
				rest[k] = load(c.Index(), n)
			}
			if rest[k] > 0 {
				if rest[k]--; rest[k] == 0 {
					over++
				}
			}
		}
	}
	return rounds
}

// next is more without the wait.
func (s *Stealing) next(c *part) bool {
	if c.Asked() {
		c.Give()
		return true
	}
	if c.Reserve() {
		return true
	}
	lo, hi, ok := s.look(c)
	if ok {
		c.Fill(lo, hi)
		return c.Next()
	}
	return false
}
