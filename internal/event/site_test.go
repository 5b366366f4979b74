package event

import "testing"

// TestOwn: programs of the project itself are programs, and so are the tests of the public API.
func TestOwn(t *testing.T) {
	for name, want := range map[string]bool{
		"":                                 true,
		"runtime.goexit":                   true,
		"main.main":                        false,
		module + ".(*Frame[...]).Fork":     true,
		module + "/par/internal/call.Loop": true,
		module + "/internal/spawn.(*Scope).spawn": true,
		module + "_test.TestX":                    false,
		module + "/examples/fib.fib":              false,
		module + "/internal/behaviour/scope.sum":  false,
	} {
		if got := Own(name); got != want {
			t.Errorf("Own(%q) is %v", name, got)
		}
	}
}
