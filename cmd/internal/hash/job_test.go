//go:build unix

package hash

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/skua-go/skua"
)

// swapTree has the directories tree and secret, in which files of the same names
// contain these words. In tree are first, sub with n files, and last.
func swapTree(t *testing.T, n int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for i := range n {
		put(t, filepath.Join(dir, "tree/sub", fmt.Sprintf("%03d", i)), "tree")
		put(t, filepath.Join(dir, "secret", fmt.Sprintf("%03d", i)), "secret")
	}
	put(t, filepath.Join(dir, "tree/first"), "tree")
	put(t, filepath.Join(dir, "tree/zlast"), "tree")
	return dir
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// trees runs Trees on the tree at path.
func trees(t *testing.T, workers int, path string, emit func(Result) error, change ...func(*Job)) error {
	t.Helper()
	pool, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	roots, _, err := Roots([]string{path})
	if err != nil {
		t.Fatal(err)
	}
	j := NewJob(pool, emit)
	for _, f := range change {
		f(j)
	}
	return j.Trees(context.Background(), roots)
}

// TestTrees_swapped puts a symbolic link in the place of a directory when the first
// of its files was read. No other file may then be read than those that were listed.
func TestTrees_swapped(t *testing.T) {
	const n = 40
	dir := swapTree(t, n)
	tree := sha256.Sum256([]byte("tree"))
	sub := filepath.Join(dir, "tree/sub")
	count := 0
	err := trees(t, 1, filepath.Join(dir, "tree"), func(r Result) error {
		if filepath.Base(r.Path) == "000" {
			if err := errors.Join(os.Rename(sub, sub+".moved"), os.Symlink("../secret", sub)); err != nil {
				return err
			}
		}
		count++
		if r.Err != nil || r.Sum != tree {
			t.Errorf("%s has the sum %v, error %v; want that of the file that was listed", r.Path, r.Sum, r.Err)
		}
		return nil
	})
	if err != nil || count != n+2 {
		t.Errorf("%d results, error %v; want %d", count, err, n+2)
	}
}
