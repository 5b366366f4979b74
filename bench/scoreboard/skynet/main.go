// Command skynet is the scoreboard's skynet: skynet [THREADS]. A tree of tasks with ten children
// each has 10⁸ leaves.
package main

import (
	"github.com/skua-go/skua"
	"github.com/skua-go/skua/bench/scoreboard/internal/score"
)

const fan = 10

var program = score.Program{Name: "skynet", Size: 8, Begins: score.Iterations, Run: run}

func main() { score.Main(program) }

func run(pool *skua.Pool, depth int) func() (int, error) {
	leaves := 1
	for range depth {
		leaves *= fan
	}
	return score.Known(actors.On(pool, actor{0, leaves}), leaves*(leaves-1)/2)
}

var actors = skua.NewFunc(skynet)

// An actor stands for the leaves [first, first+leaves).
type actor struct{ first, leaves int }

func (a actor) child(i int) actor {
	leaves := a.leaves / fan
	return actor{a.first + i*leaves, leaves}
}

// skynet returns the sum over the numbers of the leaves. It forks nine children, one on top of
// the other, and runs one itself.
func skynet(f *skua.Frame[actor, int], a actor) int {
	if a.leaves == 1 {
		return a.first
	}
	var forked [fan]*skua.Frame[actor, int]
	for i := fan - 1; i > 0; i-- {
		forked[i] = f
		f = f.Fork(a.child(i))
	}
	sum := skynet(f, a.child(0))
	for i := 1; i < fan; i++ {
		s, done := forked[i].Join()
		if !done {
			s = skynet(forked[i], a.child(i))
		}
		sum += s
	}
	return sum
}
