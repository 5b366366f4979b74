package park

import "testing"

// TestPermit: a permit given early is kept, and each releases one Park.
func TestPermit(t *testing.T) {
	p, back := New(), New()
	p.Unpark()
	p.Park()
	Go(func() {
		p.Park()
		back.Unpark()
	})
	p.Unpark()
	back.Park()
	GoBeside(func() {
		p.Park()
		back.Unpark()
	})
	p.UnparkBeside()
	back.Park()
}

func TestSecondPermit(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a second permit did not panic")
		}
	}()
	p := New()
	p.Unpark()
	p.Unpark()
}
