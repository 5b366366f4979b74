package hash

import (
	"container/list"
	"errors"
	"io/fs"
	"sync"
	"syscall"
	"time"
)

// A folder is a directory of a tree. Its entries are opened relative to its handle,
// so they are those of the directory that was listed, whatever its path leads to
// by the time they are read.
type folder struct {
	path   string      // as in the order: it ends in a slash
	parent *folder     // nil: path is an argument of the user
	name   string      // in parent
	info   fs.FileInfo // says which directory it is; nil before the first enter

	// Guarded by the mutex of folders.
	at    handle // nil while it is closed
	users int    // that entered and have not left
	place *list.Element
}

// errReplaced stands in place of what a name no longer leads to.
var errReplaced = errors.New("was replaced while it was read")

// folders keeps the handles of the directories that were used last. A handle that
// was closed to make room is opened again when it is needed, by its name in the
// parent, and only if that is still the same directory.
//
// Invariants:
//
//	I1  A path is opened for an argument alone; all else is one name in a handle.
//	I2  Handles beyond limit are those of folders with users: no worker has more
//	    than two, that of a directory and that of its parent.
type folders struct {
	mu    sync.Mutex
	open  list.List // of *folder, the last used in front
	limit int

	openArg func(path string) (handle, error) // openHandle
}

// 64 handles; arbitrary, not measured. A chain of n directories that is walked
// back opens about n²/128 times.
const maxHandles = 64

// enter returns the handle of d, which stays open until leave.
func (s *folders) enter(d *folder) (handle, error) {
	if at := s.use(d, nil); at != nil {
		return at, nil
	}
	at, err := s.reach(d)
	if err != nil {
		return nil, err
	}
	return s.use(d, at), nil
}

// use counts a user of d if it is open, or if opened is a handle for it.
func (s *folders) use(d *folder, opened handle) handle {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case d.at == nil && opened == nil:
		return nil
	case d.at == nil:
		d.at, d.place = opened, s.open.PushFront(d)
	case opened != nil: // another worker was faster
		opened.close()
	}
	d.users++
	s.open.MoveToFront(d.place)
	s.shrink()
	return d.at
}

// leave ends what enter began.
func (s *folders) leave(d *folder) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d.users--
	s.shrink()
}

// shrink closes the handles beyond the limit, those first that were not used for
// the longest time.
func (s *folders) shrink() {
	for e := s.open.Back(); e != nil && s.open.Len() > s.limit; {
		d := e.Value.(*folder)
		e = e.Prev()
		if d.users == 0 {
			s.shut(d)
		}
	}
}

func (s *folders) shut(d *folder) {
	s.open.Remove(d.place)
	d.at.close()
	d.at, d.place = nil, nil
}

// forget closes the handle of d, whose entries are all done.
func (s *folders) forget(d *folder) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.at != nil && d.users == 0 {
		s.shut(d)
	}
}

// close closes all handles.
func (s *folders) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limit = 0
	s.shrink()
}

// reach opens d by its name and makes sure that it is the directory it was.
func (s *folders) reach(d *folder) (handle, error) {
	at, err := s.reachAny(d)
	if err != nil {
		return nil, err
	}
	if d.info == nil { // it is opened for the first time
		d.info, err = at.stat()
	} else {
		err = same(d.info, at.stat)
	}
	if err != nil {
		at.close()
		return nil, err
	}
	return at, nil
}

func (s *folders) reachAny(d *folder) (handle, error) {
	if d.parent == nil {
		return scarce(s, func() (handle, error) { return s.openArg(d.path) })
	}
	parent, err := s.enter(d.parent)
	if err != nil {
		return nil, err
	}
	defer s.leave(d.parent)
	return scarce(s, func() (handle, error) { return parent.openDir(d.name) })
}

// scarce calls open, and again when there was no file descriptor left for it: this
// job can do without the handles that are not in use, and soon without those that
// other workers use now. In all it waits for 0.1 s; arbitrary.
func scarce[T any](s *folders, open func() (T, error)) (T, error) {
	v, err := open()
	for wait := 50 * time.Microsecond; wait < 100*time.Millisecond && errors.Is(err, syscall.EMFILE); wait *= 2 {
		s.spare()
		if v, err = open(); errors.Is(err, syscall.EMFILE) {
			time.Sleep(wait)
		}
	}
	return v, err
}

// spare closes the handles without users, and from then on fewer are kept.
func (s *folders) spare() {
	s.mu.Lock()
	defer s.mu.Unlock()
	limit := max(s.limit/2, 2)
	s.limit = 0
	s.shrink()
	s.limit = limit
}
