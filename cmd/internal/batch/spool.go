package batch

import (
	"errors"
	"io"
	"os"
	"sync"
)

// Streams are the standard output and the standard error of an item. The zero value is
// empty and ready.
type Streams struct {
	Out, Err Spool
}

// Close forgets what the streams hold, and closes their files.
func (s *Streams) Close() error { return errors.Join(s.Out.Close(), s.Err.Close()) }

// A Spool keeps what an item prints until it is its turn to be shown: in memory, and
// above a bound in an unnamed temporary file; or from the beginning in a file that a
// process can write to by itself. One writer; the other methods may run concurrently with
// it. The zero value is empty and ready.
//
// A spool never uses a file again that a process had, even if the process has ended and
// the file is empty: a grandchild may hold it and write later.
//
// NOT: pipes. A copying goroutine and two wake-ups for each item cost more than a file,
// and a grandchild that keeps a pipe open would keep the item from ending.
type Spool struct {
	mu      sync.Mutex
	mem     []byte   // all, while there is no file
	child   *os.File // what a child writes: all but the bytes before drained
	memory  bool     // child is memory, which can be given back in part
	disk    *os.File // what did not fit into memory; of a child, the bytes before drained
	drained int64
	written int64    // by Write, to disk
	direct  *os.File // what is written is shown at once and not kept
}

// memoryBound is how much a spool keeps in memory. It is arbitrary: what items print is
// either a few lines or a file.
const memoryBound = 64 << 10

// Write appends p.
func (s *Spool) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.direct != nil:
		return s.direct.Write(p)
	case s.child != nil:
		return s.child.Write(p)
	case s.disk == nil && len(s.mem)+len(p) <= memoryBound:
		s.mem = append(s.mem, p...)
		return len(p), nil
	}
	if err := s.spill(); err != nil {
		return 0, err
	}
	n, err := s.disk.WriteAt(p, s.written)
	s.written += int64(n)
	return n, err
}

// spill moves what is in memory to a file on disk.
func (s *Spool) spill() (err error) {
	if s.disk == nil {
		if s.disk, err = diskFile(); err != nil {
			return err
		}
	}
	n, err := s.disk.WriteAt(s.mem, s.written)
	s.mem = append(s.mem[:0], s.mem[n:]...)
	s.written += int64(n)
	return err
}

// File returns a file for a child process to write to, which appends to the spool. It
// is the same at each call, and is closed by the spool.
func (s *Spool) File() (f *os.File, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.direct != nil {
		return s.direct, nil
	}
	if s.child == nil {
		if s.disk != nil {
			return nil, errors.New("batch: File of a Spool that has written much")
		}
		if s.child, s.memory, err = childFile(); err != nil {
			return nil, err
		}
		if len(s.mem) > 0 {
			_, err = s.child.Write(s.mem)
			s.mem = s.mem[:0]
		}
	}
	return s.child, err
}

// Size is how many bytes have been written. It is 0 if what is written is not kept.
func (s *Spool) Size() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.child != nil:
		info, err := s.child.Stat()
		if err != nil {
			return s.drained
		}
		return max(info.Size(), s.drained)
	case s.disk != nil:
		return s.written
	}
	return int64(len(s.mem))
}

// ReadAt is as io.ReaderAt says.
func (s *Spool) ReadAt(p []byte, off int64) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.child == nil && s.disk == nil:
		if off < int64(len(s.mem)) {
			n = copy(p, s.mem[off:])
		}
	case s.child == nil:
		return s.disk.ReadAt(p, off)
	case off >= s.drained:
		return s.child.ReadAt(p, off)
	case s.disk == nil: // dropped
	default:
		n, err = s.disk.ReadAt(p[:min(int64(len(p)), s.drained-off)], off)
		if err == nil && n < len(p) {
			m, err := s.child.ReadAt(p[n:], s.drained)
			return n + m, err
		}
		return n, err
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// Drain moves what a child has written from memory to disk, except for the last bytes up
// to a bound. What is before the byte done is forgotten: it is not read again. A goroutine that
// reads the spool calls it now and then, also while the child writes, which only appends.
func (s *Spool) Drain(done int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.child == nil || !s.memory {
		return nil
	}
	info, err := s.child.Stat()
	if err != nil || info.Size()-s.drained <= memoryBound {
		return err
	}
	from, to := s.drained, info.Size()
	if from < done {
		from = min(done, to)
	}
	if from < to {
		if s.disk == nil {
			if s.disk, err = diskFile(); err != nil {
				return err
			}
		}
		if _, err = io.Copy(io.NewOffsetWriter(s.disk, from), io.NewSectionReader(s.child, from, to-from)); err != nil {
			return err
		}
	}
	s.drained = to
	return punch(s.child, 0, to)
}

// Close forgets what the spool holds and closes its files. The spool is then empty and
// ready again.
func (s *Spool) Close() (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.child != nil {
		err = s.child.Close()
	}
	if s.disk != nil {
		err = errors.Join(err, s.disk.Close())
	}
	s.child, s.disk, s.drained, s.written = nil, nil, 0, 0
	s.mem = s.mem[:0]
	return err
}
