//go:build !race || explore

package crew

// apartness is nothing in this build.
type apartness struct{}

// asides is nothing in this build.
type asides struct{}

func (*asides) count(*Counts) {}

// Alone reports whether w runs a branch of a race build that no thief can find.
func (w *Worker) Alone() bool { return false }

// Apart reports whether w runs a branch of a race build.
func (w *Worker) Apart() bool {
	_ = w.apart // for race builds
	return false
}

func (w *Worker) enroll() {}

// LeaveRoom does nothing in this build.
func (w *Worker) LeaveRoom() {}

func (w *Worker) waitApart(func()) {}

func (w *Worker) lendHost() (end func()) { return func() {} }

func (c *Crew) room() int { return 0 }
