package kit

import (
	"errors"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
)

// ErrCause is what tests cancel runs with.
var ErrCause = errors.New("the cause")

// TheChildThatPanics panics with v. Tests look for its name in stacks.
//
//go:noinline
func TheChildThatPanics(v any) { panic(v) }

// PanicError runs f, which must panic with a *PanicError.
func PanicError(t testing.TB, f func()) *skua.PanicError {
	t.Helper()
	v := expect.Recovered(f)
	e, ok := v.(*skua.PanicError)
	if !ok {
		t.Fatalf("recovered %T (%v), want a *PanicError", v, v)
	}
	return e
}
