package par_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// randomTree has about n files, in directories of any depth.
func randomTree(r *rand.Rand, n int) fstest.MapFS {
	tree, dirs := fstest.MapFS{}, []string{"."}
	for i := range n {
		dir := dirs[r.IntN(len(dirs))]
		name := path.Join(dir, fmt.Sprintf("%c%d", 'a'+r.IntN(26), i))
		if r.IntN(4) == 0 {
			dirs = append(dirs, name)
			tree[name] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
		} else {
			tree[name] = &fstest.MapFile{Data: []byte(name)}
		}
	}
	return tree
}

// manyFiles is a file system with so many files, ten in a directory.
type manyFiles int

// manyEntry is one of its files, or a directory.
type manyEntry struct {
	name string
	dir  bool
}

func (e manyEntry) Name() string               { return e.name }
func (e manyEntry) IsDir() bool                { return e.dir }
func (e manyEntry) Info() (fs.FileInfo, error) { return e, nil }
func (e manyEntry) Size() int64                { return 0 }
func (e manyEntry) ModTime() (t time.Time)     { return t }
func (e manyEntry) Sys() any                   { return nil }
func (e manyEntry) Mode() fs.FileMode          { return e.Type() }
func (e manyEntry) Type() fs.FileMode {
	if e.dir {
		return fs.ModeDir
	}
	return 0
}

func (n manyFiles) Open(string) (fs.File, error) { return nil, errors.ErrUnsupported }

func (n manyFiles) Stat(name string) (fs.FileInfo, error) { return manyEntry{name, true}, nil }

func (n manyFiles) ReadDir(name string) (all []fs.DirEntry, err error) {
	lo, hi, dir := 0, (int(n)+9)/10, true
	if name != "." {
		lo, _ = strconv.Atoi(name)
		lo, hi, dir = 10*lo, min(10*lo+10, int(n)), false
	}
	for i := lo; i < hi; i++ {
		all = append(all, manyEntry{strconv.Itoa(i), dir})
	}
	return all, nil
}

// unreadable is a file system some directories of which cannot be read.
type unreadable struct {
	fs.FS
	bad map[string]bool
}

func (u unreadable) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(u.FS, name)
	if u.bad[name] {
		return entries[:len(entries)/2], fmt.Errorf("%s cannot be read", name)
	}
	return entries, err
}

// seen collects the calls of a function for walks.
type seen struct {
	mu    sync.Mutex
	calls []string
}

func (s *seen) add(name string, d fs.DirEntry, err error) {
	jolt()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, fmt.Sprint(name, " ", d != nil && d.IsDir(), " ", err))
}

// walkCase runs check for random trees everywhere that a call may run.
func walkCase(t *testing.T, check func(t *testing.T, r *rand.Rand, tree unreadable, o []par.Option)) {
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			r := random(t)
			for range size(5, 10, 40) {
				tree := unreadable{randomTree(r, r.IntN(300)), map[string]bool{}}
				o := []par.Option{way.option()}
				if most := r.IntN(4); most > 0 {
					o = append(o, par.MaxWorkers(most))
				}
				if check(t, r, tree, o); t.Failed() {
					return
				}
			}
		})
	}
}

// TestWalkFS wants the calls of fs.WalkDir, with directories that fn skips or that cannot be read.
func TestWalkFS(t *testing.T) {
	defer expect.Within(t, 5*time.Minute)()
	walkCase(t, func(t *testing.T, r *rand.Rand, tree unreadable, o []par.Option) {
		for _, name := range names(tree) {
			if r.IntN(9) == 0 {
				tree.bad[name] = true
			}
		}
		skips := r.Uint64()
		var want, got seen
		visit := func(s *seen) fs.WalkDirFunc {
			return func(name string, d fs.DirEntry, err error) error {
				s.add(name, d, err)
				if h := hash(len(name) + int(name[0]) + int(skips>>1)); d.IsDir() && h%8 == 0 || err != nil && h%3 == 0 {
					return fs.SkipDir
				}
				return nil
			}
		}
		if err := fs.WalkDir(tree, ".", visit(&want)); err != nil {
			t.Fatal(err)
		}
		if err := par.WalkFS(t.Context(), tree, ".", visit(&got), o...); err != nil {
			t.Errorf("returned %v", err)
		}
		wantParents(t, got.calls)
		if alone(t) {
			if !slices.Equal(got.calls, want.calls) {
				t.Errorf("calls %q, want %q", got.calls, want.calls)
			}
			return
		}
		slices.Sort(got.calls)
		slices.Sort(want.calls)
		if !slices.Equal(got.calls, want.calls) {
			t.Errorf("calls %q, want %q", got.calls, want.calls)
		}
	})
}

// alone reports whether the caller alone runs the case: then calls have the order of fs.WalkDir. On a
// pool of one worker the caller is a guest beside it.
func alone(t *testing.T) bool { return strings.HasSuffix(t.Name(), "sequential") }

// names returns all paths of a tree.
func names(tree fs.FS) (all []string) {
	fs.WalkDir(tree, ".", func(name string, _ fs.DirEntry, _ error) error { all = append(all, name); return nil })
	return all
}

// wantParents wants each directory before what is in it.
func wantParents(t *testing.T, calls []string) {
	t.Helper()
	before := map[string]bool{".": true}
	for _, c := range calls {
		name, _, _ := strings.Cut(c, " ")
		if !before[path.Dir(name)] {
			t.Errorf("%s came before its directory", name)
		}
		before[name] = true
	}
}

// TestWalkFS_skipRest: a file that skips the rest of its directory takes nothing from those before
// it, nor from other directories.
func TestWalkFS_skipRest(t *testing.T) {
	defer expect.Within(t, 5*time.Minute)()
	walkCase(t, func(t *testing.T, r *rand.Rand, tree unreadable, o []par.Option) {
		all := names(tree)
		skipping := all[r.IntN(len(all))]
		var want, got seen
		visit := func(s *seen) fs.WalkDirFunc {
			return func(name string, d fs.DirEntry, err error) error {
				s.add(name, d, err)
				if name == skipping {
					return fs.SkipDir
				}
				return nil
			}
		}
		fs.WalkDir(tree, ".", visit(&want))
		if err := par.WalkFS(t.Context(), tree, ".", visit(&got), o...); err != nil {
			t.Errorf("returned %v", err)
		}
		if alone(t) && !slices.Equal(got.calls, want.calls) {
			t.Errorf("alone: calls %q, want %q", got.calls, want.calls)
		}
		must, had := map[string]bool{}, map[string]bool{}
		for _, c := range want.calls {
			must[c] = true
		}
		for _, c := range got.calls {
			name, _, _ := strings.Cut(c, " ")
			if rest := strings.HasPrefix(name, path.Dir(skipping)+"/") || path.Dir(skipping) == "."; had[c] || !must[c] && !(rest && name > skipping) {
				t.Errorf("%s came twice, or is not in the rest of the directory of %s", name, skipping)
			}
			had[c] = true
			delete(must, c)
		}
		if len(must) > 0 {
			t.Errorf("without %v", slices.Collect(maps.Keys(must)))
		}
	})
}

// TestWalkFS_error wants the error of the first entry, in the order of fs.WalkDir, among those that
// failed; and all of these with AllErrors.
func TestWalkFS_error(t *testing.T) {
	defer expect.Within(t, 5*time.Minute)()
	walkCase(t, func(t *testing.T, r *rand.Rand, tree unreadable, o []par.Option) {
		all := names(tree)
		bad := map[string]error{}
		for range 1 + r.IntN(4) {
			name := all[r.IntN(len(all))]
			if bad[name] = errors.New(name); r.IntN(8) == 0 {
				bad[name] = fs.SkipAll
			}
		}
		var mu sync.Mutex
		hit := map[string]bool{}
		visit := func(name string, d fs.DirEntry, err error) error {
			jolt()
			if bad[name] != nil {
				mu.Lock()
				defer mu.Unlock()
				hit[name] = true
			}
			return bad[name]
		}
		first := func() error {
			for _, name := range all {
				if hit[name] && bad[name] == fs.SkipAll {
					return nil
				} else if hit[name] {
					return bad[name]
				}
			}
			return errors.New("nothing failed")
		}
		if err := par.WalkFS(t.Context(), tree, ".", visit, o...); err != first() {
			t.Errorf("returned %v, want %v of %v", err, first(), hit)
		}
		hit = map[string]bool{}
		err := par.WalkFS(t.Context(), tree, ".", visit, append(o, par.AllErrors())...)
		want := []string{}
		for _, name := range all {
			if hit[name] && bad[name] == fs.SkipAll {
				break
			}
			if hit[name] {
				want = append(want, name)
			}
		}
		if got := fmt.Sprint(err); err != nil && got != strings.Join(want, "\n") || err == nil && len(want) > 0 {
			t.Errorf("AllErrors returned %q, want %q", got, want)
		}
	})
}

// TestWalkFS_order lets two entries fail that run at once: that which fs.WalkDir visits first counts.
func TestWalkFS_order(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	tree := fstest.MapFS{"a/0": {}, "a/b": {}, "b/a": {}}
	met := make(chan struct{})
	err := par.WalkFS(t.Context(), tree, ".", func(name string, _ fs.DirEntry, _ error) error {
		switch name {
		case "a/b":
			skua.Blocking(skua.Here(), func() { met <- struct{}{} })
		case "b/a":
			skua.Blocking(skua.Here(), func() { <-met })
		default:
			return nil
		}
		return errors.New(name)
	}, par.On(pool(2)))
	if err == nil || err.Error() != "a/b" {
		t.Errorf("returned %v, want that of a/b", err)
	}
}

// TestWalkDir compares with filepath.WalkDir on a tree of files.
func TestWalkDir(t *testing.T) {
	dir := t.TempDir()
	for i := range 200 {
		name := filepath.Join(dir, fmt.Sprint(i%7), fmt.Sprint(i%3), fmt.Sprint(i))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	var want seen
	visit := func(s *seen) fs.WalkDirFunc {
		return func(name string, d fs.DirEntry, err error) error { s.add(name, d, err); return nil }
	}
	filepath.WalkDir(dir, visit(&want))
	slices.Sort(want.calls)
	for _, way := range ways {
		var got seen
		if err := par.WalkDir(t.Context(), dir, visit(&got), way.option()); err != nil {
			t.Errorf("%s: %v", way.name, err)
		}
		if slices.Sort(got.calls); !slices.Equal(got.calls, want.calls) {
			t.Errorf("%s: calls %q, want %q", way.name, got.calls, want.calls)
		}
	}
	missing := filepath.Join(dir, "missing")
	for name, answer := range map[string]error{"nil": nil, "SkipDir": fs.SkipDir, "SkipAll": fs.SkipAll, "an error": errOdd} {
		var errs []error
		visit := func(_ string, d fs.DirEntry, err error) error {
			if d != nil || !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("visited %v, %v", d, err)
			}
			return answer
		}
		errs = append(errs, filepath.WalkDir(missing, visit), par.WalkDir(t.Context(), missing, visit))
		if errs[0] != errs[1] {
			t.Errorf("no root, fn returns %s: %v, want %v", name, errs[1], errs[0])
		}
	}
}

// TestWalk_bound wants MaxWorkers for the whole tree, also where calls wait in skua.Blocking, and
// all of the pool's workers without.
func TestWalk_bound(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	tree := randomTree(random(t), 600)
	for _, most := range []int{1, 2, 3} {
		var m meter
		err := par.WalkFS(t.Context(), tree, ".", func(string, fs.DirEntry, error) error {
			skua.Blocking(skua.Here(), m.hook)
			return nil
		}, par.On(pool(8)), par.MaxWorkers(most))
		if m.most.Load() > int32(most) || err != nil {
			t.Errorf("%d at once, %v, want at most %d", m.most.Load(), err, most)
		}
	}
	// All files of one directory meet: each waits for all others.
	flat, n := fstest.MapFS{}, 20
	for i := range n {
		flat[fmt.Sprint(i)] = &fstest.MapFile{}
	}
	var arrived atomic.Int32
	all := make(chan struct{})
	par.WalkFS(t.Context(), flat, ".", func(_ string, d fs.DirEntry, _ error) error {
		if d.IsDir() {
			return nil
		}
		if arrived.Add(1) == int32(n) {
			close(all)
		}
		skua.Blocking(skua.Here(), func() { <-all })
		return nil
	}, par.On(pool(2)))
}

// TestWalk_context: the end of the context ends the walk, with its cause.
func TestWalk_context(t *testing.T) {
	tree, cause := randomTree(random(t), 500), errors.New("enough")
	for _, way := range ways {
		ctx, cancel := context.WithCancelCause(t.Context())
		var calls atomic.Int32
		err := par.WalkFS(ctx, tree, ".", func(string, fs.DirEntry, error) error {
			if jolt(); calls.Add(1) == 20 {
				cancel(cause)
			}
			return ctx.Err()
		}, way.option())
		alone := way.name == "sequential" // others may visit much before cancel has run
		if n := calls.Load(); err != cause || alone && n != 20 {
			t.Errorf("%s: %v after %d calls, want the cause, and alone 20", way.name, err, n)
		}
		calls.Store(0)
		err = par.WalkFS(ctx, tree, ".", func(string, fs.DirEntry, error) error { calls.Add(1); return nil }, way.option())
		if err != cause || calls.Load() > 0 {
			t.Errorf("%s: %v after %d calls of a context that has ended", way.name, err, calls.Load())
		}
	}
}

// TestWalk_cancelled: in a run that is cancelled the walk unwinds its caller.
func TestWalk_cancelled(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	tree := randomTree(random(t), 500)
	for range 50 {
		ctx, cancel := context.WithCancelCause(t.Context())
		err := pool(2).Run(ctx, func(*skua.Worker) error {
			for { // until the cancellation arrives
				par.WalkFS(context.Background(), tree, ".", func(string, fs.DirEntry, error) error {
					jolt()
					cancel(errOdd)
					return nil
				})
			}
		})
		if err != errOdd {
			t.Fatalf("Run returned %v", err)
		}
	}
}
