package batch

import "os"

// Streams are the standard output and the standard error of an item. The zero value is
// empty and ready.
type Streams struct {
	Out, Err Spool
}

// Close forgets what the streams hold, and closes their files.
func (s *Streams) Close() error { return nil }

// A Spool keeps what an item prints until it is its turn to be shown: in memory, and
// above a bound in an unnamed temporary file; or from the beginning in a file that a
// process can write to by itself. One writer; Size and ReadAt may run concurrently with it. The zero
// value is empty and ready.
type Spool struct {
	file *os.File
}

// Write appends p.
func (s *Spool) Write(p []byte) (int, error) { return 0, nil }

// File returns a file for a child process to write to, which appends to the spool. It
// is the same at each call, and is closed by the spool.
func (s *Spool) File() (*os.File, error) { return nil, nil }

// Size is how many bytes have been written.
func (s *Spool) Size() int64 { return 0 }

// ReadAt is as io.ReaderAt says.
func (s *Spool) ReadAt(p []byte, off int64) (int, error) { return 0, nil }

// Close forgets what the spool holds and closes its file.
func (s *Spool) Close() error { return nil }
