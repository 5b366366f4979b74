package walk

import (
	"context"
	"io/fs"
	"math"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// A Tree is where the entries are.
type Tree struct {
	Stat func(name string) (fs.FileInfo, error)
	Read func(name string) ([]fs.DirEntry, error)
	Join func(dir, name string) string
}

// walk is one call. Fields below mu are under mu.
type walk struct {
	Tree
	ctx    context.Context
	visit  fs.WalkDirFunc
	scope  *skua.Scope                // of all walkers but the caller; nil: there are none
	task   func(w *skua.Worker) error // w.called
	caught call.Caught
	limit  int  // walkers at a time, at most
	all    bool // only fs.SkipAll ends the walk, and no error

	ended atomic.Bool // no further call begins

	mu      sync.Mutex
	open    []*dir // with entries that nobody has claimed, oldest first
	walkers int    // that were called and have not ended, the caller's among them
	coming  bool   // one was called and has not begun
	cut     bool   // the context ended before all was visited
	found   []failure
}

// dir is a directory that was read. A walker claims an entry by adding one to next.
type dir struct {
	name    string
	entries []fs.DirEntry
	next    atomic.Int64
	up      *dir // in which directory it is, nil for the root
	at      int  // as which entry

	skip *atomic.Int64 // in race builds (raced.go): no entry behind this one begins
}

// Walk visits the tree below root as fs.WalkDir does, by several walkers, and returns what WalkDir
// of package par says.
func Walk(set call.Settings, ctx context.Context, t Tree, root string, visit fs.WalkDirFunc) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	w := &walk{Tree: t, ctx: ctx, visit: visit, walkers: 1, limit: math.MaxInt, all: set.AllErrors}
	if set.Workers > 0 {
		w.limit = set.Workers
	}
	if set.Sequential {
		w.root(nil, root)
		return w.result()
	}
	w.caught.Wraps = set.Wraps()
	set.Place = set.At()
	w.scope = skua.NewScope(context.Background(), set.Place)
	w.task = w.called
	w.run(set, root)
	return w.result()
}

// run walks the whole tree. The caller is the first walker.
func (w *walk) run(set call.Settings, root string) {
	defer w.caught.Raise()
	defer func() {
		w.scope.Wait()
		if w.ended.Load() { // if because the run is cancelled, this is where the caller stops too
			skua.Poll(set.Place)
		}
	}()
	set.Workers, set.Grain, set.Line = 1, 0, w.ctx
	begun := false
	set.Loop(1, w.visit, func(p *skua.Part) {
		begun = true
		w.walker(p.Worker(), func() { w.root(p.Worker(), root) })
		w.scope.Wait() // as long as the call is inside: it would wait in line again
	})
	w.cut = w.cut || !begun // since the context ended in line
}

// called is the task of a walker that was called.
func (w *walk) called(on *skua.Worker) error {
	w.walker(on, func() { w.begin(on) })
	return nil
}

// walker begins as first says, and then walks open directories until there is none. If a call of
// the user's function does not return, no further call begins.
func (w *walk) walker(on *skua.Worker, first func()) {
	returned := false
	defer w.caught.Catch()
	defer func() {
		if !returned {
			w.ended.Store(true) // ORDER: none is needed: a walker that does not see it yet visits one entry more
		}
	}()
	first()
	for d := w.oldest(); d != nil; d = w.oldest() {
		w.entries(on, d)
	}
	returned = true
}
