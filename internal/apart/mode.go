//go:build race && !explore

package apart

import (
	"fmt"
	"os"
	"sync/atomic"
)

const variable = "SKUA_RACE"

// Parse returns the mode of that name; the empty one is the default.
func Parse(name string) (Mode, error) {
	switch name {
	case "", "sample":
		return Sample, nil
	case "all":
		return All, nil
	case "off":
		return Off, nil
	}
	return Off, fmt.Errorf("skua: %s is %q, but must be all, sample or off", variable, name)
}

var (
	mode  atomic.Uint32
	wrong error
)

func init() {
	m, err := Parse(os.Getenv(variable))
	mode.Store(uint32(m)) // ORDER: none: nothing runs yet
	wrong = err
}

// now returns the mode.
func now() Mode { return Mode(mode.Load()) }

// On reports whether any fork becomes a branch.
func On() bool { return now() != Off }

// Set changes the mode until restore: for tests of what stealing, or a plain call, does.
func Set(m Mode) (restore func()) {
	before := mode.Swap(uint32(m)) // ORDER: none: the caller's pools are idle
	return func() { mode.Store(before) }
}

// Check panics if SKUA_RACE has a value that says nothing.
func Check() {
	if wrong != nil {
		panic(wrong.Error())
	}
}
