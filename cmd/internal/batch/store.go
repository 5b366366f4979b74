package batch

import (
	"io"
	"os"
)

// A store keeps what ended items have printed until it is their turn. However many items
// wait, that takes a bounded amount of memory and one file: small pieces are kept in
// memory up to a bound, all later ones one after the other in an unnamed temporary file. It
// is the printer's, under its mutex.
type store struct {
	inMemory int64
	file     *os.File
	end      int64 // of what is in the file
	live     int64 // bytes in the file that will be shown
}

// storeBound is how much all that waits may take of memory. It is arbitrary: less than
// a small machine notices.
const storeBound = 32 << 20

// punchFrom is from how many bytes on a piece is given back to the file system before all
// have been shown: to punch a file took 150 µs for 1000 bytes (ext4).
const punchFrom = 1 << 20

// A piece is what was kept at once.
type piece struct {
	mem []byte // all, if not nil
	off int64
	n   int64
}

// A part is bytes to keep.
type part struct {
	io.ReaderAt
	n int64
}

// keep copies some parts into one piece. What is missing of them is zeros.
func (s *store) keep(parts ...part) (p piece, err error) {
	for _, part := range parts {
		p.n += part.n
	}
	if p.n > memoryBound {
		return s.keepLarge(p.n, parts)
	}
	all := make([]byte, p.n)
	at := all
	for _, part := range parts {
		if _, err := part.ReadAt(at[:part.n], 0); err != nil && err != io.EOF {
			return p, err
		}
		at = at[part.n:]
	}
	if s.inMemory+p.n <= storeBound {
		s.inMemory += p.n
		p.mem = all
		return p, nil
	}
	return s.keepLarge(p.n, []part{{bytesAt(all), p.n}})
}

// keepLarge appends n bytes to the file.
func (s *store) keepLarge(n int64, parts []part) (p piece, err error) {
	if s.file == nil {
		if s.file, err = diskFile(); err != nil {
			return p, err
		}
	}
	p = piece{off: s.end, n: n}
	s.end += n
	s.live += n
	at := p.off
	for _, part := range parts {
		if _, err := io.Copy(io.NewOffsetWriter(s.file, at), io.NewSectionReader(part, 0, part.n)); err != nil {
			return p, err
		}
		at += part.n
	}
	return p, nil
}

// reader returns what p holds.
func (s *store) reader(p piece) io.ReaderAt {
	if p.mem != nil {
		return bytesAt(p.mem)
	}
	return io.NewSectionReader(s.file, p.off, p.n)
}

// drop forgets a piece that has been shown.
func (s *store) drop(p piece) error {
	if p.mem != nil {
		s.inMemory -= p.n
		return nil
	}
	s.live -= p.n
	switch {
	case s.live == 0:
	case p.n > punchFrom:
		return punch(s.file, p.off, p.n)
	default:
		return nil
	}
	s.end = 0
	return s.file.Truncate(0)
}

func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// bytesAt is an io.ReaderAt.
type bytesAt []byte

func (b bytesAt) ReadAt(p []byte, off int64) (n int, err error) {
	if off < int64(len(b)) {
		n = copy(p, b[off:])
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}
