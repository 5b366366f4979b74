//go:build unix

package hash

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// keep makes a job keep n handles, opened in the given way.
func keep(n int, open func(string) (handle, error)) func(*Job) {
	return func(j *Job) { j.folders.limit, j.folders.openArg = n, open }
}

// TestFolders_replaced has no handle to keep, so that a directory is opened anew for
// each file, and replaces it by something else when the first of them was read.
func TestFolders_replaced(t *testing.T) {
	replacements := map[string]func(dir, sub string) error{
		"link":            func(_, sub string) error { return os.Symlink("../secret", sub) },
		"link to itself":  func(_, sub string) error { return os.Symlink("sub.moved", sub) },
		"other directory": func(dir, sub string) error { return os.Rename(filepath.Join(dir, "secret"), sub) },
		"pipe":            func(_, sub string) error { return syscall.Mkfifo(sub, 0o600) },
		"nothing":         func(_, _ string) error { return nil },
	}
	for way, open := range handles {
		for name, replace := range replacements {
			t.Run(way+"/"+name, func(t *testing.T) {
				dir := swapTree(t, 20)
				sub := filepath.Join(dir, "tree/sub")
				failed := 0
				err := trees(t, 1, filepath.Join(dir, "tree"), func(r Result) error {
					if filepath.Base(r.Path) == "000" {
						if err := errors.Join(os.Rename(sub, sub+".moved"), replace(dir, sub)); err != nil {
							return err
						}
					}
					if r.Err != nil {
						failed++
					} else if r.Sum != sha256.Sum256([]byte("tree")) {
						t.Errorf("%s has the sum of another file", r.Path)
					}
					return nil
				}, keep(0, open))
				if err != nil || failed != 19 {
					t.Errorf("%d files failed, error %v; want all 19 after the first", failed, err)
				}
			})
		}
	}
}

// TestFolders_argument replaces an argument after it was looked at.
func TestFolders_argument(t *testing.T) {
	for way, open := range handles {
		dir := swapTree(t, 3)
		tree := filepath.Join(dir, "tree")
		var got []Result
		err := trees(t, 1, tree, func(r Result) error { got = append(got, r); return nil }, func(j *Job) {
			keep(maxHandles, open)(j)
			if err := errors.Join(os.Rename(tree, tree+".moved"), os.Symlink("secret", tree)); err != nil {
				t.Fatal(err)
			}
		})
		if err != nil || len(got) != 1 || got[0].Err != errReplaced {
			t.Errorf("%s: results %v, error %v; want that it was replaced", way, got, err)
		}
	}
}

// TestFolders_race swaps all the time, and workers are many.
func TestFolders_race(t *testing.T) {
	dir := swapTree(t, 200)
	sub := filepath.Join(dir, "tree/sub")
	var stop atomic.Bool
	var swapper sync.WaitGroup
	swapper.Go(func() {
		for !stop.Load() {
			err := errors.Join(os.Rename(sub, sub+".moved"), os.Symlink("../secret", sub), os.Remove(sub), os.Rename(sub+".moved", sub))
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	for way, open := range handles {
		for _, limit := range []int{0, 1, maxHandles} {
			for range 10 {
				err := trees(t, 4, filepath.Join(dir, "tree"), func(r Result) error {
					if r.Err == nil && r.Sum != sha256.Sum256([]byte("tree")) {
						t.Errorf("%s, %d handles: %s has the sum of another file", way, limit, r.Path)
					}
					return nil
				}, keep(limit, open))
				if err != nil {
					t.Error(err)
				}
			}
		}
	}
	stop.Store(true)
	swapper.Wait()
}

// counted counts the handles that are open.
type counted struct {
	handle
	now, most *atomic.Int64
}

func (c counted) more(h handle, err error) (handle, error) {
	if err != nil {
		return nil, err
	}
	n := c.now.Add(1)
	for most := c.most.Load(); n > most && !c.most.CompareAndSwap(most, n); {
		most = c.most.Load()
	}
	return counted{h, c.now, c.most}, nil
}

func (c counted) openDir(name string) (handle, error) { return c.more(c.handle.openDir(name)) }
func (c counted) close() error                        { c.now.Add(-1); return c.handle.close() }

// TestFolders_deep walks a chain of directories with a file before and one behind
// each subdirectory, and counts the handles.
func TestFolders_deep(t *testing.T) {
	const depth, limit = 200, 5
	dir := t.TempDir()
	var want []string
	for i, path := 0, dir; i < depth; i, path = i+1, path+"/d" {
		put(t, path+"/a", "tree")
		put(t, path+"/z", "tree")
		want = append(want, path+"/a", path+"/z")
	}
	slices.Sort(want)
	for way, open := range handles {
		for _, workers := range []int{1, 4} {
			count := counted{nil, new(atomic.Int64), new(atomic.Int64)}
			var got []string
			err := trees(t, workers, dir, func(r Result) error {
				if r.Err != nil || r.Sum != sha256.Sum256([]byte("tree")) {
					return fmt.Errorf("%s: sum %v, %w", r.Path, r.Sum, r.Err)
				}
				got = append(got, r.Path)
				return nil
			}, keep(limit, func(path string) (handle, error) { return count.more(open(path)) }))
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, %d workers: error %v, results %q, want %q", way, workers, err, got, want)
			}
			// Each worker has two, and one just opened that is not yet among them.
			if most := count.most.Load(); count.now.Load() != 0 || most > int64(limit+3*workers) || most < limit {
				t.Errorf("%s, %d workers: %d handles at a time, %d are left; want about %d and none", way, workers, most, count.now.Load(), limit)
			}
		}
	}
}

// TestFolders_scarce plants a lack of descriptors: of those it needs at a time, the
// job makes do with few.
func TestFolders_scarce(t *testing.T) {
	const depth, most = 50, 4
	dir := t.TempDir()
	put(t, dir+strings.Repeat("/d", depth)+"/a", "tree")
	put(t, dir+"/z", "tree")
	now := 0
	var s scarceHandle
	s.now = &now
	files := 0
	err := trees(t, 1, dir, func(r Result) error {
		files++
		return r.Err
	}, keep(maxHandles, func(path string) (handle, error) {
		return s.limited(most, func() (handle, error) { return openHandle(path) })
	}))
	if err != nil || files != 2 || now != 0 {
		t.Errorf("%d files, error %v, %d handles are left; want 2 files and none", files, err, now)
	}
}

// A scarceHandle counts itself among few that may be open.
type scarceHandle struct {
	handle
	most int
	now  *int
}

func (s scarceHandle) limited(most int, open func() (handle, error)) (handle, error) {
	if *s.now == most {
		return nil, syscall.EMFILE
	}
	h, err := open()
	if err != nil {
		return nil, err
	}
	*s.now++
	return scarceHandle{h, most, s.now}, nil
}

func (s scarceHandle) openDir(name string) (handle, error) {
	return s.limited(s.most, func() (handle, error) { return s.handle.openDir(name) })
}

func (s scarceHandle) close() error { *s.now--; return s.handle.close() }

// refusing cannot open what is called bad.
type refusing struct{ handle }

func (r refusing) openDir(name string) (handle, error) {
	if name == "bad" {
		return nil, syscall.EACCES
	}
	return r.handle.openDir(name)
}

// TestTrees_failure: a directory that cannot be read has its place in the order, and
// the rest is done.
func TestTrees_failure(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "bad-", "bad/x", "bad0", "z"} {
		put(t, filepath.Join(dir, name), "tree")
	}
	var got []string
	err := trees(t, 2, dir, func(r Result) error {
		name := filepath.Base(r.Path)
		if r.Err != nil {
			name += ": " + r.Err.Error()
		}
		got = append(got, name)
		return nil
	}, keep(maxHandles, func(path string) (handle, error) {
		h, err := openHandle(path)
		return refusing{h}, err
	}))
	if want := []string{"a", "bad-", "bad: permission denied", "bad0", "z"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("results %q, error %v; want %q", got, err, want)
	}
}
