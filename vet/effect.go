package vet

import "slices"

// What a method of a pool does to its caller.
type effects int

const (
	nothing        effects = iota
	starts                 // a task, without waiting
	startsOrWaits          // a task, when the pool has a place for it
	startsAndWaits         // a task, and waits until it has ended
	waitsForAll            // waits for what was started
)

// effect returns what the method to does.
func effect(to callee) effects {
	switch {
	case to.path == errgroupPath && to.recv == "Group", to.path == concPath:
		switch to.name {
		case "Go":
			return startsOrWaits
		case "TryGo":
			return starts
		case "Wait":
			return waitsForAll
		}
	case isAnts(to.path) && slices.Contains([]string{"Pool", "PoolWithFunc", "PoolWithFuncGeneric"}, to.recv):
		if to.name == "Submit" || to.name == "Invoke" {
			return startsOrWaits
		}
	case isPond(to.path):
		switch to.name {
		case "Submit", "SubmitErr", "Go":
			return starts
		case "SubmitAndWait":
			return startsAndWaits
		case "Wait":
			return waitsForAll
		}
	}
	return nothing
}
