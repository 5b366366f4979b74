package nodes

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/files"
	"github.com/skua-go/skua/cmd/internal/images"
)

// A Config says what tasks may do on a node. The zero value lets them make pictures of what they
// bring, and nothing else.
type Config struct {
	Files  []string // directories: files below them may be read where they are
	Allow  []string // programs that may be started, as commands name them
	Memory int64    // for pictures that are made at a time; 0 is half of what is free
	Dir    string   // of contents that nodes of this machine share; empty is the user's directory for caches
}

// A Worker has the handlers of a node. Safe for concurrent use.
type Worker struct {
	programs allowed
	dirs     []dir  // of Config.Files
	boxes    string // the directory of sandboxes; empty if no program is allowed
	memory   func() memory
	contents func() (*files.Store, error)
	fetching locks // contents, by hash
}

// A memory is what pictures may take at a time.
type memory struct {
	*batch.Budget
	limit int64
}

// NewWorker finds the programs and the directories, and returns an error for those that are not
// there.
func NewWorker(c Config) (*Worker, error) {
	w := &Worker{}
	var err error
	if w.programs, err = allow(c.Allow); err != nil {
		return nil, fmt.Errorf("--allow: %w", err)
	}
	for _, name := range c.Files {
		d, err := openDir(name)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("--files: %w", err), w.Close())
		}
		w.dirs = append(w.dirs, d)
	}
	if len(w.programs) > 0 {
		if w.boxes, err = os.MkdirTemp("", "skua-worker-"); err != nil {
			return nil, errors.Join(err, w.Close())
		}
	}
	w.memory = sync.OnceValue(func() memory {
		if c.Memory == 0 {
			c.Memory = images.DefaultBudget()
		}
		limit := max(1, images.Settle(c.Memory))
		return memory{batch.NewBudget(limit), limit}
	})
	w.contents = sync.OnceValues(func() (*files.Store, error) { return openContents(c.Dir) })
	return w, nil
}

// openContents opens the directory of contents when the first task needs it.
func openContents(dir string) (_ *files.Store, err error) {
	if dir == "" {
		if dir, err = files.DefaultDir(); err != nil {
			return nil, fmt.Errorf("no directory for contents: %w", err)
		}
	}
	return files.OpenStore(dir, 0)
}

// Handlers are those that the node offers, by name: one for pictures, and one for each program that
// is allowed.
func (w *Worker) Handlers() map[string]cluster.Handler {
	out := map[string]cluster.Handler{Pictures: w.picture}
	for name := range w.programs {
		out[handlerOf(name)] = w.command
	}
	return out
}

// Close removes the worker's directory for sandboxes. No task may run any more.
func (w *Worker) Close() (err error) {
	for _, d := range w.dirs {
		err = errors.Join(err, d.Close())
	}
	if w.boxes != "" {
		err = errors.Join(err, os.RemoveAll(w.boxes))
	}
	return err
}
