//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package replay

import (
	"os"
	"sync"
)

// taken are the files into which this process has recorded.
var taken struct {
	mu    sync.Mutex
	files []*os.File
}

// lock makes f, which is open for a recording, this recording's until it is closed. It fails if f is
// another's of this process; it knows nothing of other processes.
func lock(f *os.File) error {
	own, err := f.Stat()
	if err != nil {
		return err
	}
	taken.mu.Lock()
	defer taken.mu.Unlock()
	open := []*os.File{f}
	for _, other := range taken.files {
		info, err := other.Stat()
		if err != nil {
			continue // it is closed
		}
		if os.SameFile(own, info) {
			return errTaken
		}
		open = append(open, other)
	}
	taken.files = open
	return nil
}

// unlock takes back what lock did: nothing, since f is closed next.
func unlock(*os.File) {}
