package blitz

import (
	"math/rand/v2"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// An endTask is a subtree with that many levels; block is its data, and parent its parent's.
type endTask struct {
	levels        int
	key           uint64
	block, parent int
}

// endTrees say which children a task has, by their levels, and how many times the levels of the
// parameter a tree has, in per cent.
var endTrees = []struct {
	name     string
	children func(t endTask) []int
	levels   int
}{
	{"balanced", func(t endTask) []int { return []int{t.levels - 1, t.levels - 1} }, 100},
	{"random", func(t endTask) []int { return []int{t.levels - 1 - int(t.key>>33%5), t.levels - 1} }, 150}, // about as many tasks
}

// An endCrew is workers that move in step. In a step each runs a task, its own or one that it
// steals from a random victim, or finds none there.
type endCrew struct {
	ownYoungest, stealYoungest bool
	random                     *rand.Rand
	deques                     [][]endTask // the oldest first
	caches                     []blockCache
	left, blocks               int
	row                        struct{ tasks, misses, steals, steps int }
}

func newEndCrew(workers, blocks int, ownYoungest, stealYoungest bool, random *rand.Rand) *endCrew {
	c := &endCrew{ownYoungest: ownYoungest, stealYoungest: stealYoungest, random: random, deques: make([][]endTask, workers)}
	for range workers {
		c.caches = append(c.caches, blockCache{most: blocks})
	}
	return c
}

func (c *endCrew) run(children func(t endTask) []int, levels int) lab.Row {
	c.deques[0] = []endTask{{levels: levels, key: c.random.Uint64(), parent: -1}}
	for c.left = 1; c.left > 0; c.row.steps++ {
		got := make([]endTask, len(c.deques))
		ok := make([]bool, len(c.deques))
		for w := range c.deques { // all take before any pushes
			got[w], ok[w] = c.take(w)
		}
		for w, t := range got {
			if ok[w] {
				c.task(w, t, children(t))
			}
		}
	}
	return lab.Row{"tasks": c.row.tasks, "misses": c.row.misses, "steals": c.row.steals, "steps": c.row.steps}
}

// take removes a task at the owner's end, or at the thieves' end of a victim.
func (c *endCrew) take(w int) (endTask, bool) {
	if len(c.deques[w]) > 0 {
		return c.remove(w, c.ownYoungest), true
	}
	if len(c.deques) == 1 {
		return endTask{}, false
	}
	victim := c.random.IntN(len(c.deques) - 1)
	if victim >= w {
		victim++
	}
	if len(c.deques[victim]) == 0 {
		return endTask{}, false
	}
	c.row.steals++
	return c.remove(victim, c.stealYoungest), true
}

func (c *endCrew) remove(w int, youngest bool) (t endTask) {
	q := c.deques[w]
	if youngest {
		t, c.deques[w] = q[len(q)-1], q[:len(q)-1]
	} else {
		t, c.deques[w] = q[0], q[1:]
	}
	return t
}

// task runs t: it uses two blocks, and pushes its children.
func (c *endCrew) task(w int, t endTask, children []int) {
	c.left--
	c.row.tasks++
	if t.parent >= 0 && !c.caches[w].use(t.parent) {
		c.row.misses++
	}
	c.caches[w].use(t.block)
	if t.levels <= 1 {
		return
	}
	for i, levels := range children {
		if levels > 0 {
			c.left++
			c.blocks++
			key := (t.key + uint64(i)) * gauge.Factor
			c.deques[w] = append(c.deques[w], endTask{levels, key + gauge.Term, c.blocks, t.block})
		}
	}
}

// A blockCache holds the blocks that were used last, the oldest first.
type blockCache struct {
	most   int
	blocks []int
}

// use brings a block into the cache, and reports whether it was there.
func (c *blockCache) use(block int) bool {
	for i := len(c.blocks) - 1; i >= 0; i-- {
		if c.blocks[i] == block {
			copy(c.blocks[i:], c.blocks[i+1:])
			c.blocks[len(c.blocks)-1] = block
			return true
		}
	}
	if len(c.blocks) == c.most {
		copy(c.blocks, c.blocks[1:])
		c.blocks = c.blocks[:c.most-1]
	}
	c.blocks = append(c.blocks, block)
	return false
}
