package policy

// Keep says whether an owner keeps a frame public although nobody asked, so
// that a thief finds one without waiting for the owner's next look.
type Keep uint8

const (
	KeepHungry Keep = iota // while a thief has asked lately
	KeepAlways
	KeepNever // pure LCWS: expose on request only
)

var keepNames = []string{"hungry", "always", "never"}

// keepFrames is how many frames an owner keeps public after the last request,
// none of them stolen, before it stops: arbitrary, not measured.
const keepFrames = 16

// ParseKeep returns the policy of that name.
func ParseKeep(name string) (Keep, error) {
	i, err := pick("keep", name, keepNames)
	return Keep(i), err
}

// Credit is what is left of an owner's patience. It keeps a frame public while
// there is some.
type Credit uint8

// AtStart returns the credit with which an owner starts.
func (k Keep) AtStart() Credit {
	if k == KeepAlways {
		return 1
	}
	return 0
}

// AfterFirst returns the credit after the first frame of a call was made public, for
// which nobody need have asked: if it is taken one more follows. Who took it then
// finds another while the owner computes without a look.
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

// AfterReturn returns the credit after a public frame came back unstolen: if that was the
// last of it nobody is hungry.
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
