package output

import (
	"io"
	"sync"
)

// POSIX promises that a write to a pipe is not divided up to 512 bytes, Linux up
// to 4,096.
const maxAtomicWrite = 4096

// Lines collects whole lines and writes as many of them at a time as a
// pipe takes undivided. So the other end sees whole lines only, even if the
// process is killed while it waits for a slow reader. Safe for concurrent use.
type Lines struct {
	w io.Writer

	mu  sync.Mutex
	buf []byte
	err error // of the first write that failed; there is none after it
}

// NewLines returns Lines on w.
func NewLines(w io.Writer) *Lines { return &Lines{w: w} }

// Add adds what must not be divided. Its error may be that of an earlier line.
func (l *Lines) Add(lines []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.buf)+len(lines) > maxAtomicWrite {
		l.flushLocked()
	}
	l.buf = append(l.buf, lines...)
	return l.err
}

// Flush writes what was collected.
func (l *Lines) Flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flushLocked()
	return l.err
}

func (l *Lines) flushLocked() {
	if l.err == nil && len(l.buf) > 0 {
		_, l.err = l.w.Write(l.buf)
	}
	l.buf = l.buf[:0]
}
