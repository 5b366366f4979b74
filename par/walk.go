package par

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/walk"
)

// WalkDir visits the files and directories of the tree at root as filepath.WalkDir does, but
// several at once: it calls fn(path, d, nil) for each of them, for a directory before it is read,
// and fn(path, d, err) once more for one that cannot be read. fn must be safe to call several at
// once. It does not follow symbolic links.
//
// A directory is visited before what is in it. Apart from that entries are visited in no certain
// order; with MaxWorkers(1), and in Sequential, in that of filepath.WalkDir. What fn returns means
// the same as there:
//
//	fs.SkipDir   for a directory: nothing in it is visited. For a file: the entries before it
//	             in its directory are visited, and no further entry of the directory begins.
//	             Which of those behind it have begun depends on timing: these are visited,
//	             with all that is below them
//	fs.SkipAll   no further call begins, and WalkDir returns nil
//	an error     no further call begins, and WalkDir returns it; with AllErrors everything else is
//	             visited, except what is in that directory
//
// If fn returns fs.SkipAll or errors for several entries, that of the first one counts, in the
// order of filepath.WalkDir; with AllErrors all errors before the first fs.SkipAll are joined. Which
// entries were visited before a call failed depends on timing. If
// ctx ends no further call begins, and the result is context.Cause(ctx), unless all was visited or
// fn has failed for a reason of its own. To stop calls that run, let fn look at ctx.
//
// There is one bound for the whole tree, however deep: at most the pool's workers and the caller
// visit at a time, and at most MaxWorkers. As calls mostly wait for a disk, more workers than
// processors may gain: take On(pool) with a pool of more, or let fn wait inside skua.Blocking with
// MaxWorkers. Grain has no meaning.
//
// Work O(n), span O(the longest directory and the longest way to an entry). Keeps for each worker
// the entries of the directories that it is in. Panics as For does, and if ctx is nil.
func WalkDir(ctx context.Context, root string, fn fs.WalkDirFunc, o ...Option) error {
	return walkTree("WalkDir", ctx, walk.Tree{
		Stat: os.Lstat,
		Read: os.ReadDir,
		Join: func(dir, name string) string { return filepath.Join(dir, name) },
	}, root, fn, o)
}

// WalkFS visits the files and directories of fsys at root as fs.WalkDir does, but several at once.
// Everything else as WalkDir; fsys must be safe for concurrent use.
func WalkFS(ctx context.Context, fsys fs.FS, root string, fn fs.WalkDirFunc, o ...Option) error {
	if fsys == nil {
		panic("par: WalkFS needs a file system, not nil")
	}
	return walkTree("WalkFS", ctx, walk.Tree{
		Stat: func(name string) (fs.FileInfo, error) { return fs.Stat(fsys, name) },
		Read: func(name string) ([]fs.DirEntry, error) { return fs.ReadDir(fsys, name) },
		Join: func(dir, name string) string { return path.Join(dir, name) },
	}, root, fn, o)
}

func walkTree(name string, ctx context.Context, t walk.Tree, root string, fn fs.WalkDirFunc, o []Option) error {
	call.Need(name, fn != nil)
	if ctx == nil {
		panic("par: " + name + " needs a context, not nil")
	}
	return walk.Walk(resolve(o), ctx, t, root, fn)
}
