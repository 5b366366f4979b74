package guide

import (
	"os"
	"path/filepath"

	"github.com/skua-go/skua"
)

// region fib
var fib = skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a, b := f.Both(n-1, n-2)
	return a + b
})

// endregion

// region size
var size = skua.NewFuncErr(func(f *skua.Frame[string, int64], dir string) (int64, error) {
	subs, total, err := list(dir)
	if err != nil {
		return 0, err
	}
	sizes := make([]int64, len(subs))
	f.Each(subs, sizes) // returns only if nothing has failed
	for _, n := range sizes {
		total += n
	}
	return total, nil
})

// endregion

// list returns the directories in dir, and the size of its files.
func list(dir string) (subs []string, files int64, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			subs = append(subs, filepath.Join(dir, e.Name()))
		} else if info, err := e.Info(); err == nil {
			files += info.Size()
		}
	}
	return subs, files, err
}
