package rule

import (
	"fmt"
	"slices"
)

// Victim says at which worker a thief begins to search; from there it goes round all.
type Victim uint8

const (
	VictimRandom     Victim = iota // uniformly at random
	VictimRoundRobin               // after the one where it began the last time
	VictimLast                     // where the last search found something, else at random
	VictimRicher                   // at the one of two random ones whose queue is longer
	VictimFixed                    // at worker 0, as every other thief: to compare with
)

var victimNames = []string{"random", "roundrobin", "last", "richer", "fixed"}

// ParseVictim returns the policy of that name.
func ParseVictim(name string) (Victim, error) {
	i := slices.Index(victimNames, name)
	if i < 0 {
		return 0, fmt.Errorf("victim %q is none of %q", name, victimNames)
	}
	return Victim(i), nil
}

// Memory is what a thief remembers between two searches.
type Memory struct {
	Began int // where the last search began
	Found int // where the last search found something, or -1 if it found nothing

	Length int // of its own queue at the last attempt to balance
}

// First returns the first victim of a search among n workers, n > 0, and remembers it
// in m. It is given a random number, and a function for the length of a worker's queue.
func (v Victim) First(m *Memory, random uint64, n int, length func(worker int) int) int {
	first := int(random >> 33 % uint64(n))
	switch {
	case v == VictimRoundRobin:
		first = (m.Began + 1) % n
	case v == VictimLast && m.Found >= 0 && m.Found < n:
		first = m.Found
	case v == VictimFixed:
		first = 0
	case v == VictimRicher:
		if other := int(random & (1<<31 - 1) % uint64(n)); length(other) > length(first) {
			first = other
		}
	}
	m.Began = first
	return first
}
