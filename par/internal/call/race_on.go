//go:build race

package call

import "runtime"

// Raced says whether the race detector looks on.
const Raced = true

// Hide begins what the race detector should take for no order on the calling goroutine, and Show ends it.
func Hide() { runtime.RaceDisable() }

// Show ends what Hide began.
func Show() { runtime.RaceEnable() }
