package fork

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
)

// Slot is the untyped part of a frame: what the protocol needs of it.
type Slot struct {
	Slow  uint8         // owner only: why a join here is slow, if it is
	took  took          // written by the thief before done: how long it ran the task
	state atomic.Uint32 // of a stolen frame: pending, then parked if its owner waits, then done
	left  *crew.Left    // failure and views: written by the thief before done, taken by the owner after it
}

// Why a join is slow.
const (
	public = 1 << iota // the frame is below split
	noted              // a recording has noted the fork
	Aside              // it runs as an aside, in race builds: no thief may have it, or a frame after it
)

// Asides are the forks of a stack that are asides (internal/aside).
type Asides interface {
	// Drop takes back all from frame base on.
	Drop(base uint32)
}

// A Body is the typed part of a Stack: its frames, and how to run one.
type Body interface {
	// Slot returns the untyped part of frame i.
	Slot(i uint32) *Slot
	// Exec runs frame i on the thief's own stack of the same type and leaves
	// the result in the frame.
	Exec(thief *crew.Worker, i uint32)
	// Name returns the name of the function that runs a frame.
	Name() string
	// Clear drops everything that dead frames hold. Owner only, nothing live.
	Clear()
}
