package policy

// Keep says whether an owner keeps a frame public although no thief asked, so that
// a thief finds one without waiting for the owner's next look at its gate.
type Keep uint8

const (
	KeepHungry Keep = iota // for some frames after a thief has asked
	KeepAlways
	KeepNever // pure LCWS: expose on request only
)

// Keeps are all of them.
var Keeps = []Keep{KeepHungry, KeepAlways, KeepNever}

func (k Keep) String() string { return [...]string{"hungry", "always", "never"}[k] }

// atStart returns how many frames an owner keeps public unasked before a thief has asked: KeepAlways one at
// any time, the others none.
func (k Keep) atStart() uint8 {
	if k == KeepAlways {
		return 1
	}
	return 0
}
