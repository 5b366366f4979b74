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

func (k Keep) String() string { return keepNames[k] }

var keepNames = []string{"hungry", "always", "never"}

// keepFrames is how many frames an owner keeps public after the last request, one at
// a time, before it stops: arbitrary, not measured.
const keepFrames = 16

// ParseKeep returns the policy of that name.
func ParseKeep(name string) (Keep, error) {
	i, err := pick("keep", name, keepNames)
	return Keep(i), err
}

// Credit is how many more frames an owner keeps public unasked. While it is above
// zero the owner keeps one public.
type Credit uint8

// AtStart returns the credit with which an owner starts: KeepAlways never spends it,
// the others have none.
func (k Keep) AtStart() Credit {
	if k == KeepAlways {
		return 1
	}
	return 0
}

// AfterFirst returns the credit after a call's first fork was exposed unasked. If that
// frame is stolen, one more is kept public, so that the thief finds work while the
// owner is busy.
//
// NOT: count that look at the gate as a thief's request. Every short call then made
// nine frames public and joined each of them slowly: decision 0010.
func (k Keep) AfterFirst(c Credit) Credit {
	if k == KeepHungry {
		return 1
	}
	return c
}

// AfterRequest returns the credit after a thief's request.
func (k Keep) AfterRequest(c Credit) Credit {
	if k == KeepHungry {
		return keepFrames
	}
	return c
}

// AfterReturn returns the credit after a public frame came back unstolen. A last
// credit of one, which is all that AfterFirst gives, ends with it: no thief was there.
func (k Keep) AfterReturn(c Credit) Credit {
	if k == KeepHungry && c == 1 {
		return 0
	}
	return c
}

// AfterKept returns the credit after a frame was made public unasked.
func (k Keep) AfterKept(c Credit) Credit {
	if k == KeepHungry && c > 0 {
		return c - 1
	}
	return c
}
