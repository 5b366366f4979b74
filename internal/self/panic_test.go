package self

import "testing"

// recovered calls f, and by in the deferred call that recovers its panic.
func recovered(f, by func()) {
	defer func() {
		if recover() != nil {
			by()
		}
	}()
	f()
}

func first() { panic(1) }

func again() {
	defer func() { panic(recover()) }()
	first()
}

// TestPanicBy: the innermost panic counts, also if it has the value of the one before.
func TestPanicBy(t *testing.T) {
	for name, c := range map[string]struct {
		f           func()
		first, deep bool
	}{"once": {first, true, false}, "again": {again, false, true}} {
		var byFirst, byAgain bool
		recovered(c.f, func() { byFirst, byAgain = PanicBy("self.first"), PanicBy("self.again.func1") })
		if byFirst != c.first || byAgain != c.deep {
			t.Errorf("%s: by first %v, by the deferred function of again %v; want %v and %v", name, byFirst, byAgain, c.first, c.deep)
		}
	}
	if PanicBy("self.first") {
		t.Error("a panic where there is none")
	}
}

// TestCrashing: a caller that is no part of the runtime, though its name may say panic. What the runtime
// prints in a crash is tested in internal/behaviour/failure.
func TestCrashing(t *testing.T) {
	if panicCaller() {
		t.Error("a test is taken for the runtime")
	}
}

//go:noinline
func panicCaller() bool { return asked() }

//go:noinline
func asked() bool { return Crashing() }
