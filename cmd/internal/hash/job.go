package hash

import (
	"context"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// A Result is the checksum of one file, or the reason why there is none.
type Result struct {
	Path  string
	Sum   Sum
	Want  *Sum // by a line of sums; nil: there is none
	Bytes int64
	Err   error
}

// A Job computes checksums on a pool and hands them to emit, one at a time and in
// order. An error of emit stops the job. A job runs once.
type Job struct {
	pool *skua.Pool
	emit func(Result) error

	out     *order[Result]
	folders folders
	roots   map[string]fs.FileInfo // by their keys

	files, bytes atomic.Int64
}

// NewJob returns a job that runs on pool and passes its results to emit.
func NewJob(pool *skua.Pool, emit func(Result) error) *Job {
	return &Job{pool: pool, emit: emit, folders: folders{limit: maxHandles, openArg: openHandle}}
}

// Progress tells how many files and bytes were read so far. Safe for concurrent
// use.
func (j *Job) Progress() (files, bytes int64) { return j.files.Load(), j.bytes.Load() }

// Trees emits the regular files of all trees in the order of the bytes of their
// paths, and a Result with an Err for each file or directory that it could not
// read. It returns the error of emit, or the cause of the end of ctx.
//
// If one tree lies in another, it emits nothing before the last file is read.
func (j *Job) Trees(ctx context.Context, roots []Root) error {
	keys := make([]string, len(roots))
	j.roots = map[string]fs.FileInfo{}
	for i, r := range roots {
		keys[i] = r.key
		j.roots[r.key] = r.info
	}
	slices.Sort(keys)
	if !nested(keys) {
		return j.start(ctx, keys, j.emit)
	}
	var all []Result
	err := j.start(ctx, keys, func(r Result) error {
		all = append(all, r)
		return nil
	})
	par.SortStableFunc(all, func(a, b Result) int { return strings.Compare(a.Path, b.Path) }, par.On(j.pool))
	for i := 0; i < len(all) && err == nil; i++ {
		err = j.emit(all[i])
	}
	return err
}

func (j *Job) start(ctx context.Context, items []string, emit func(Result) error) error {
	if len(items) == 0 {
		return ctx.Err()
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer j.folders.close()
	var failed error // of emit; guarded by the order's lock, under which emit runs
	var first *slot[Result]
	j.out, first = newOrder(func(r Result) {
		if failed != nil {
			return
		}
		if failed = emit(r); failed != nil {
			cancel(failed)
		}
	})
	err := j.pool.Run(ctx, func(w *skua.Worker) error {
		j.run(w, nil, items, first)
		return nil
	})
	if failed != nil { // on the last result it comes too late for Run
		return failed
	}
	return err
}

// run does all items of d, in a loop that a thief may halve: its owner works at the
// front, where the output waits. Without d the items are the roots.
func (j *Job) run(w *skua.Worker, d *folder, items []string, out *slot[Result]) {
	if len(items) == 0 {
		j.out.fill(out, nil)
		return
	}
	slots := out.cut(len(items))
	loop := skua.Loop{To: len(items), Grain: 1, Body: func(p *skua.Part) {
		for p.Next() {
			j.item(p.Worker(), d, items[p.Index()], slots[p.Index()])
		}
	}}
	loop.Run(w)
}

// item reads a file, or runs a directory's entries. w.Poll, in here and where
// directories are listed, ends a job that was cancelled.
//
// NOT: skua.Blocking around the reading. It gained 10 to 20 % where files were not
// cached and cost nothing where they were, but then nothing bounds the number of
// open files and buffers. More workers than processors gain as much.
func (j *Job) item(w *skua.Worker, d *folder, name string, out *slot[Result]) {
	path := name
	if d != nil {
		path = d.path + name
	}
	if !isDir(name) {
		r := j.file(w, path, func() (io.ReadCloser, error) {
			if d == nil {
				return openFile(path, false)
			}
			return j.folders.openFile(d, name)
		})
		j.out.fill(out, &r)
		return
	}
	sub := &folder{path: path, parent: d, name: trimSlash(name)}
	if d == nil {
		sub.info = j.roots[name]
	}
	defer j.folders.forget(sub)
	entries, err := j.folders.list(sub, w.Poll)
	if err != nil { // it has its own slot before those entries that were read
		slots := out.cut(2)
		j.out.fill(slots[0], &Result{Path: trimSlash(path), Err: err})
		out = slots[1]
	}
	j.run(w, sub, entries, out)
}

// file is the result of what open opens.
func (j *Job) file(w *skua.Worker, path string, open func() (io.ReadCloser, error)) Result {
	r := Result{Path: path}
	f, err := open()
	if err == nil {
		r.Sum, r.Bytes, err = sumFile(f, func(n int) {
			j.bytes.Add(int64(n))
			w.Poll()
		})
	}
	r.Err = err
	j.files.Add(1)
	return r
}
