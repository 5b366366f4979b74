package images

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// openRegular opens a file and returns what it is. It does not wait for the other end of
// a named pipe: anything but a file is an error.
func openRegular(path string, flags int) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|noBlock|flags, 0)
	if err != nil {
		return nil, nil, bare(err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("is not a file")
	}
	if err != nil {
		f.Close()
		return nil, nil, bare(err)
	}
	return f, info, nil
}

// readWhole reads a file that info describes into memory of just its size. A file that
// does not have that size is an error.
func readWhole(f *os.File, info fs.FileInfo) ([]byte, error) {
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil, errChanged
		}
		return nil, bare(err)
	}
	return data, nil
}
