//go:build !race || explore

package apart

// Enabled says whether this build knows branches.
const Enabled = false

// On reports whether any fork becomes a branch.
func On() bool { return false }

// Set does nothing in this build.
func Set(Mode) (restore func()) { return func() {} }

// Check panics if SKUA_RACE has a value that says nothing, in race builds.
func Check() {}

// Hide does nothing in this build.
func Hide() {}

// Show does nothing in this build.
func Show() {}

// Behind is not called in this build, nor are Last, Offer, Drop, Go and RunOne.
func Behind(func()) (begin func()) { return nil }

// Branch is none in this build.
type Branch struct{}

// Last is not called in this build.
func (*Branch) Last(func()) {}

// Offer is not called in this build.
func (*Branch) Offer(bool) {}

// Drop is not called in this build.
func (*Branch) Drop() (ran bool) { return false }

// Settle does nothing in this build.
func (*Branch) Settle() {}

// Handed does nothing in this build, and reports false.
func (*Branch) Handed() bool { return false }

// Edge is no order in this build.
type Edge struct{}

// Acquire does nothing in this build.
func (*Edge) Acquire() {}

// Release does nothing in this build.
func (*Edge) Release() {}

// Turns are none in this build.
type Turns struct{ Ended Edge }

// Init does nothing in this build.
func (*Turns) Init(func() int, func() bool) {}

// Admits says that no fork is a branch.
func (*Turns) Admits() bool { return false }

// Go is not called in this build.
func (*Turns) Go(any, func(*Branch)) *Branch { return nil }

// RunOne is not called in this build.
func (*Turns) RunOne(any) bool { return false }

// Forget does nothing in this build.
func (*Turns) Forget() {}

// Lend does nothing in this build.
func (*Turns) Lend() {}

// Reclaim does nothing in this build.
func (*Turns) Reclaim() {}
