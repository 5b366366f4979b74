package nodes

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/files"
)

// A dir is a directory whose files tasks may read.
type dir struct {
	*os.Root
	names []string // as it was given, and without symbolic links; absolute
}

func openDir(name string) (dir, error) {
	given, err := filepath.Abs(name)
	if err != nil {
		return dir{}, err
	}
	real, err := filepath.EvalSymlinks(given)
	if err != nil {
		return dir{}, err
	}
	root, err := os.OpenRoot(real)
	return dir{root, []string{given, real}}, err
}

// below returns the part of a path after the directory.
func (d dir) below(path string) (rest string, ok bool) {
	for _, name := range d.names {
		rest, err := filepath.Rel(name, path)
		if err == nil && filepath.IsLocal(rest) {
			return rest, true
		}
	}
	return "", false
}

// inPlace opens a file where it is, if that is below one of the directories that tasks may read,
// and if its size and time are those of ref. Symbolic links that lead out of the directory are not
// followed. The caller must still compare the hash.
func (w *Worker) inPlace(ref files.Ref) *os.File {
	for _, d := range w.dirs {
		rest, ok := d.below(filepath.FromSlash(ref.Path))
		if !ok {
			continue
		}
		f, err := d.OpenFile(rest, os.O_RDONLY|noBlock, 0)
		if err != nil {
			continue
		}
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() == ref.Size && info.ModTime().UnixNano() == ref.Time {
			return f
		}
		f.Close()
	}
	return nil
}

// read returns the content of a file, and whether it was read in place. It is cluster.ErrNoContent
// if the submitter has to store it.
func (w *Worker) read(ctx context.Context, t *cluster.Task, ref files.Ref) (data []byte, inPlace bool, err error) {
	skua.Blocking(skua.Here(), func() {
		if f := w.inPlace(ref); f != nil {
			data, err = readAll(f, ref.Size)
			if sum := sha256.Sum256(data); err == nil && hex.EncodeToString(sum[:]) == ref.Sum {
				inPlace = true
				return
			}
		}
		var f *os.File
		if f, err = w.open(ctx, t, ref); err == nil {
			data, err = readAll(f, ref.Size)
		}
	})
	return data, inPlace, err
}

func readAll(f *os.File, size int64) ([]byte, error) {
	defer f.Close()
	var data bytes.Buffer
	data.Grow(int(size) + bytes.MinRead)
	_, err := io.Copy(&data, io.LimitReader(f, size+1))
	return data.Bytes(), err
}

// open opens a content in the node's own directory, after it was fetched if it was not there.
func (w *Worker) open(ctx context.Context, t *cluster.Task, ref files.Ref) (*os.File, error) {
	store, err := w.contents()
	if err != nil {
		return nil, err
	}
	if f, err := store.Open(ref); !errors.Is(err, files.ErrMissing) {
		return f, err
	}
	defer w.fetching.lock(ref.Sum)()
	if f, err := store.Open(ref); !errors.Is(err, files.ErrMissing) {
		return f, err // another task has fetched it
	}
	arrival, err := store.Create(ref)
	if err != nil {
		return nil, err
	}
	if err := t.Load(ctx, ref.Sum, arrival); err != nil {
		arrival.Abort()
		return nil, err
	}
	if err := arrival.Close(); err != nil {
		return nil, err
	}
	return store.Open(ref)
}

// locks are one for each key that is in use. The zero value is ready.
type locks struct {
	mu  sync.Mutex
	key map[string]*lock
}

type lock struct {
	sync.Mutex
	users int // that hold it or wait for it; locks.mu guards it
}

// lock waits until the key is free, takes it, and returns a function that gives it back.
func (l *locks) lock(key string) (unlock func()) {
	l.mu.Lock()
	if l.key == nil {
		l.key = make(map[string]*lock)
	}
	k := l.key[key]
	if k == nil {
		k = new(lock)
		l.key[key] = k
	}
	k.users++
	l.mu.Unlock()
	k.Lock()
	return func() {
		k.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		if k.users--; k.users == 0 {
			delete(l.key, key)
		}
	}
}
