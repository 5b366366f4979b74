package account

import "github.com/skua-go/skua/internal/event"

// Freeze says that from now on the recorder has the program, which is outside of any call, until
// Thaw or until a call comes in and ends.
func (a *Account) Freeze() {
	if a.inside == 0 && !a.gauge.frozen {
		a.set(a.outside, event.Away)
		a.gauge.frozen = true
	}
}

// Thaw gives the program back at that time.
func (a *Account) Thaw(at int64) {
	a.advance(at)
	if a.gauge.frozen {
		a.gauge.frozen = false
		if a.inside == 0 {
			a.set(a.outside, event.Work)
		}
	}
}
