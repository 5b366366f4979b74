package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// DefaultLimit bounds a store if its user says nothing: arbitrary; large enough for a batch of
// photographs, small enough for a home directory.
const DefaultLimit = 4 << 30

// A Store keeps contents by their SHA-256 in a directory. A content is checked when it arrives, and
// is then there whole or not at all. Safe for concurrent use, also by several processes with the
// same directory: every content is written under a name of its own and renamed, and equal names
// mean equal contents.
//
// The size of all contents is bounded: those that were not used for the longest time go first. So a
// content that was there may be gone a moment later; a Sandbox takes a copy of what it needs. Each
// process counts only what it adds itself between two looks at the whole directory, so the bound
// may be exceeded by a tenth for each process.
type Store struct {
	dir   string
	limit int64

	mu   sync.Mutex
	room int64 // bytes to add before the directory is looked at again
}

// ErrMissing says that a store does not have a content.
var ErrMissing = errors.New("the content is not in the store")

// DefaultDir is where a store is if its user says nothing: in the user's directory for caches.
func DefaultDir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "skua", "files"), nil
}

// OpenStore returns the store in dir, which is made if it is not there. limit is the size of all
// contents in bytes; 0 means DefaultLimit. If earlier runs left more than that there, the excess is
// removed.
func OpenStore(dir string, limit int64) (*Store, error) {
	if limit == 0 {
		limit = DefaultLimit
	}
	if err := os.MkdirAll(filepath.Join(dir, "new"), 0o700); err != nil {
		return nil, err
	}
	s := &Store{dir: dir, limit: limit}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s, s.evict("")
}

// path is where a content is. Its first two digits name a directory, to keep directories small.
func (s *Store) path(sum string) string { return filepath.Join(s.dir, sum[:2], sum) }

// Has tells whether the store has a content, and makes it the one that was used last. A content
// whose length is wrong, as after a crash of the system, counts as absent.
func (s *Store) Has(ref Ref) bool {
	f, err := s.Open(ref)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// Open opens a content for reading and makes it the one that was used last. It is ErrMissing if the
// store does not have it. What is open stays readable when it goes from the store.
func (s *Store) Open(ref Ref) (*os.File, error) {
	if !ValidSum(ref.Sum) {
		return nil, fmt.Errorf("%q is not a SHA-256", ref.Sum)
	}
	f, err := os.Open(s.path(ref.Sum))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrMissing
	}
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.Size() != ref.Size {
		f.Close()
		return nil, ErrMissing
	}
	now := time.Now()
	os.Chtimes(f.Name(), now, now) // if another process removed it meanwhile, so be it
	return f, nil
}

// Put reads a content from r and keeps it if it is the one that ref announces; otherwise the error
// is ErrMismatch, or that of r.
func (s *Store) Put(ref Ref, r io.Reader) error {
	a, err := s.Create(ref)
	if err != nil {
		return err
	}
	if _, err := io.Copy(a, r); err != nil {
		a.Abort()
		return err
	}
	return a.Close()
}

// Create returns a writer for a content that arrives in pieces.
func (s *Store) Create(ref Ref) (*Arrival, error) {
	if !ValidSum(ref.Sum) || ref.Size < 0 {
		return nil, fmt.Errorf("%q with %d bytes is not a content", ref.Sum, ref.Size)
	}
	f, err := os.CreateTemp(filepath.Join(s.dir, "new"), "*")
	if err != nil {
		return nil, err
	}
	return &Arrival{
		file: f, check: newChecker(ref.Sum, ref.Size),
		keep: func() error { return s.keep(f.Name(), ref) },
		drop: func() { os.Remove(f.Name()) },
	}, nil
}

// keep makes a file that was checked the content of ref.
func (s *Store) keep(name string, ref Ref) error {
	if err := os.Chmod(name, 0o400); err != nil {
		return err
	}
	err := os.Rename(name, s.path(ref.Sum))
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(s.path(ref.Sum)), 0o700); err == nil {
			err = os.Rename(name, s.path(ref.Sum))
		}
	}
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.room -= ref.Size; s.room >= 0 {
		return nil
	}
	return s.evict(ref.Sum)
}

// An Arrival is a content on its way: write its pieces, then Close or Abort, once.
type Arrival struct {
	file  *os.File
	check *checker
	keep  func() error
	drop  func()
}

// Write adds a piece. More than was announced is refused with ErrMismatch.
func (a *Arrival) Write(b []byte) (int, error) {
	if _, err := a.check.Write(b); err != nil {
		return 0, err
	}
	return a.file.Write(b)
}

// Close keeps the content if it is the one that was announced; otherwise it is removed, and the
// error is ErrMismatch.
func (a *Arrival) Close() error {
	err := a.file.Close()
	if err == nil {
		err = a.check.check()
	}
	if err == nil {
		err = a.keep()
	}
	if err != nil {
		a.drop()
	}
	return err
}

// Abort removes what has arrived.
func (a *Arrival) Abort() {
	a.file.Close()
	a.drop()
}
