package remote

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/skua-go/skua/cmd/internal/files"
)

// A space is where an agent has its files: the store, which all agents of a user share, and a
// directory of its own for sandboxes.
type space struct {
	store *files.Store
	dir   string
	lock  *os.File // held while the agent lives
}

// A lazySpace is made when the first item needs it: with shared files none does.
type lazySpace struct {
	limit int64

	mu    sync.Mutex
	space *space
}

func (l *lazySpace) get() (*space, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.space != nil {
		return l.space, nil
	}
	s, err := newSpace(l.limit)
	if err == nil {
		l.space = s
	}
	return s, err
}

func (l *lazySpace) remove() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.space == nil {
		return nil
	}
	err := files.RemoveAll(l.space.dir)
	l.space.lock.Close()
	return err
}

// newSpace makes the directories, and removes those of agents that were killed.
func newSpace(limit int64) (*space, error) {
	where, err := files.DefaultDir()
	if err != nil {
		return nil, err
	}
	store, err := files.OpenStore(where, limit)
	if err != nil {
		return nil, err
	}
	runs := filepath.Join(filepath.Dir(where), "run")
	if err := os.MkdirAll(runs, 0o700); err != nil {
		return nil, err
	}
	removeDead(runs)
	dir, err := os.MkdirTemp(runs, "agent-")
	if err != nil {
		return nil, err
	}
	lock, err := lockDir(dir)
	if err != nil {
		files.RemoveAll(dir)
		return nil, err
	}
	return &space{store, dir, lock}, nil
}

// removeDead removes the directories whose agents do not live: their locks are free. One that
// is a minute old or less may be about to be locked.
func removeDead(runs string) {
	dirs, _ := os.ReadDir(runs)
	for _, d := range dirs {
		info, err := d.Info()
		if err != nil || time.Since(info.ModTime()) < time.Minute {
			continue
		}
		dir := filepath.Join(runs, d.Name())
		if lock, err := lockDir(dir); err == nil {
			files.RemoveAll(dir)
			lock.Close()
		}
	}
}

// tidyPrograms removes copies of skua that no submitter has used for a month, and marks the one
// that runs as used. It does nothing if this program is not such a copy.
func tidyPrograms() {
	self, err := os.Executable()
	if err != nil {
		return
	}
	own := filepath.Dir(self)
	bin := filepath.Dir(own)
	if !files.ValidSum(filepath.Base(own)) || filepath.Base(bin) != "bin" || filepath.Base(filepath.Dir(bin)) != "skua" {
		return
	}
	now := time.Now()
	os.Chtimes(own, now, now)
	others, _ := os.ReadDir(bin)
	for _, d := range others {
		const month = 30 * 24 * time.Hour
		if info, err := d.Info(); err == nil && files.ValidSum(d.Name()) && now.Sub(info.ModTime()) > month {
			os.RemoveAll(filepath.Join(bin, d.Name()))
		}
	}
}
