package stuck

import "slices"

// Cause is a likely reason for a standstill, as the report says it.
type Cause struct{ Sentence string }

// The causes. Each sentence says what was seen, and what to do where that is not plain.
var (
	Outside = Cause{"a task waits for a channel, a lock, a timer or the network outside of Blocking, and nobody in the pool gets anywhere meanwhile: such a wait belongs inside skua.Blocking"}
	Itself  = Cause{"a task waits for a scope that cannot end before the task does: Scope.Wait in a task of the scope, or in what one has forked, or in Blocking there"}
	Closes  = Cause{"a task waits for the end of its pool, which cannot come before its own: Close in a task of the pool, or in Blocking there"}
	Lost    = Cause{"a join, a loop or a scope waits for a task that nobody runs: mostly a Worker or Frame was used where another task or goroutine than its own ran"}
	Lined   = Cause{"calls wait in line, and all tasks of those inside wait, in Blocking or for each other: a task must not wait for a call that another goroutine makes to the pool, since that may stand in line behind the task's own"}
	Untaken = Cause{"tasks wait and workers are free, but nobody takes them: that is a fault of skua, please report it"}
)

// judge says why a pool gets nowhere none of whose goroutines, mine, runs. before
// has their stacks at the look before, at which none ran either. Nil if the pool waits
// for something that may come.
func judge(mine, others []goroutine, before map[uint64]string) (why *Cause, stuck []goroutine) {
	for _, g := range mine {
		if g.doing != idle && before[g.id] == g.calls {
			stuck = append(stuck, g)
		}
	}
	switch {
	case count(stuck, waiting) > 0:
		// What other goroutines do does not matter: a token is held and not used.
		return &Outside, stuck
	case count(mine, waiting)+count(mine, blocking) > 0 || count(others, running)+count(others, waiting)+count(others, blocking) > 0:
		return nil, nil // a goroutine waits for what is not ours, or another pool works
	case count(stuck, joining)+count(stuck, closing) == 0:
		return nil, nil
	}
	return circle(slices.Concat(stuck, others)), stuck
}

// circle says why goroutines wait of which none can be woken from outside.
//
// A goroutine parked in a join or a loop waits for one that runs a stolen frame or part, so there
// must be as many of these: if there are fewer, then a join waits for a task that does not run.
// Otherwise one of those that were stolen waits itself, for a scope or a pool.
func circle(all []goroutine) *Cause {
	joins, runs := 0, 0
	var found *Cause
	for _, g := range all {
		runs += g.has("fork.(*stolen).Run") + g.has("loop.(*share).Run")
		switch scope := g.below("skua.(*Scope).Wait"); {
		case g.doing == closing:
			if g.below("skua.(*Pool).Close").tasks() > 0 {
				found = &Closes
			}
		case g.doing == joining && g.has("spawn.(*Scope).Wait") == 0:
			joins++
		case scope.has("fork.(*stolen).Run")+scope.has("spawn.(*Task).Run")+scope.has("spawn.(*Spawned).runInline") > 0 && found == nil:
			found = &Itself
		}
	}
	if found == nil || joins > runs {
		return &Lost
	}
	return found
}

// tasks counts the tasks and calls of a pool that a goroutine is in.
func (g *goroutine) tasks() (n int) {
	for _, name := range []string{"fork.(*stolen).Run", "loop.(*share).Run", "spawn.(*Task).Run", "skua.(*Pool).Run", "skua.spot.run", "crew.(*Worker).Block"} {
		n += g.has(name)
	}
	return n
}
