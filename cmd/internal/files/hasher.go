package files

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"sync"
)

// A Hasher makes Refs of files and remembers them, so that a file that many items use is read
// once. A file is read again if its size or its time of modification has changed. The zero value
// is ready. Safe for concurrent use.
type Hasher struct {
	mu    sync.Mutex
	known map[string]*hashing
}

// A hashing is one reading of a file, under way until done is closed.
type hashing struct {
	size int64
	time int64
	done chan struct{}
	sum  string
	err  error
}

// Ref returns the Ref of a regular file, whose path must be absolute and clean. info is what
// os.Stat says of it. Reads the file, unless that was done before; waits if it is under way.
func (h *Hasher) Ref(path string, info fs.FileInfo) (Ref, error) {
	r := Ref{Path: path, Size: info.Size(), Mode: info.Mode().Perm(), Time: info.ModTime().UnixNano()}
	h.mu.Lock()
	if h.known == nil {
		h.known = map[string]*hashing{}
	}
	k, found := h.known[path]
	if !found || k.size != r.Size || k.time != r.Time {
		found = false
		k = &hashing{size: r.Size, time: r.Time, done: make(chan struct{})}
		h.known[path] = k
	}
	h.mu.Unlock()
	if !found {
		k.sum, k.err = sumOf(path)
		close(k.done)
		if k.err != nil {
			h.Forget(path)
		}
	}
	<-k.done
	r.Sum = k.sum
	return r, k.err
}

// Forget makes the next Ref of path read the file again.
func (h *Hasher) Forget(path string) {
	h.mu.Lock()
	delete(h.known, path)
	h.mu.Unlock()
}

func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return sumOfReader(f)
}

func sumOfReader(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
