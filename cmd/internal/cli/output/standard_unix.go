//go:build unix

package output

import (
	"os"

	"golang.org/x/sys/unix"
)

// wasClosed tells whether f, the standard output, was closed when the process was
// started. Go's runtime then opens /dev/null in its place, for reading and writing.
// A shell opens it for writing alone. Some parents, Python's subprocess.DEVNULL
// among them, open it as the runtime does, and nothing tells the two apart.
func wasClosed(f *os.File) bool {
	is, err := f.Stat()
	if err != nil {
		return true
	}
	null, err := os.Stat(os.DevNull)
	if err != nil || !os.SameFile(is, null) {
		return false
	}
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR
}
