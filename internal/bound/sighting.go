package bound

import "sync/atomic"

// sighting is what was found last for a goroutine of some names, so that a spawn, which asks each time, takes
// no lock. It says nothing wrong (G4); and Bind forgets that there was none.
type sighting[W any] struct {
	last   atomic.Pointer[Note[W]]
	nobody atomic.Uintptr // the name of a goroutine that ran no worker
}

// of returns what the goroutine of that name runs, which asks; known says that it is remembered.
func (s *sighting[W]) of(name uintptr) (e *Note[W], known bool) {
	if e := s.last.Load(); e != nil && e.Self.Load() == name {
		return e, true
	}
	return nil, s.nobody.Load() == name
}

// note remembers what the goroutine of that name runs, which has looked: nil, or a note.
func (s *sighting[W]) note(name uintptr, e *Note[W]) {
	if e == nil {
		s.nobody.Store(name) // ORDER: none: of that name only this goroutine asks
	} else {
		s.last.Store(e) // ORDER: none: who reads it asks what is noted there
	}
}

// begin forgets what the goroutine of that name ran, before it does anything as another worker.
func (s *sighting[W]) begin(name uintptr) {
	if e, known := s.of(name); e != nil {
		s.last.Store(nil) // ORDER: none: of that name only this goroutine asks
	} else if known {
		s.nobody.Store(0) // ORDER: as above
	}
}

// lose drops e, which runs here no more: a dropped pool must not live on.
func (s *sighting[W]) lose(e *Note[W]) {
	if s.last.Load() == e {
		s.last.Store(nil) // ORDER: none: of a later sighting no more is lost than one look under the lock
	}
}
