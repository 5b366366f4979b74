//go:build race && !explore

package apart

import (
	"runtime"
	"unsafe"
)

// Enabled says whether this build knows branches.
const Enabled = true

// Hide begins what the detector should take for no order on the calling goroutine, and Show ends it.
func Hide() { runtime.RaceDisable() }

// Show ends what Hide began. The two may be nested.
func Show() { runtime.RaceEnable() }

// Edge is an order that the detector shall see: of all that came before a Release, and what comes
// after an Acquire. The zero value is ready.
type Edge struct{ at byte }

// Release is what comes first.
func (e *Edge) Release() { runtime.RaceReleaseMerge(unsafe.Pointer(&e.at)) }

// Acquire is what comes after all Releases so far.
func (e *Edge) Acquire() { runtime.RaceAcquire(unsafe.Pointer(&e.at)) }
