package files

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// abandoned is the age at which a file that was still arriving is given up: its process
// was killed. Arbitrary; longer than any transfer that goes on.
const abandoned = 24 * time.Hour

// A kept file is a content in a store.
type kept struct {
	name string
	size int64
	used time.Time
}

// evict looks at the whole directory. If it has more than limit bytes, the contents that were not
// used for the longest time go, until nine tenths of the limit are left; spare stays in any case,
// because it has just arrived and somebody waits for it. The caller holds mu.
//
// Other processes may do the same at the same time: then a file that is gone already is no error,
// and the store may end up smaller than it had to be.
func (s *Store) evict(spare string) error {
	all, total, err := s.scan()
	if err != nil {
		return err
	}
	if total > s.limit {
		slices.SortFunc(all, func(a, b kept) int { return a.used.Compare(b.used) })
		for _, k := range all {
			if total <= s.limit-s.limit/10 {
				break
			}
			if filepath.Base(k.name) == spare {
				continue
			}
			if err := os.Remove(k.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			total -= k.size
		}
	}
	s.room = min(s.limit-total, cmp.Or(s.limit/10, 1))
	return nil
}

// scan lists the contents, and removes what was abandoned on its way.
func (s *Store) scan() (all []kept, total int64, err error) {
	err = filepath.WalkDir(s.dir, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		switch {
		case err != nil: // gone
		case ValidSum(d.Name()):
			all = append(all, kept{name, info.Size(), info.ModTime()})
			total += info.Size()
		case time.Since(info.ModTime()) > abandoned:
			os.Remove(name)
		}
		return nil
	})
	return all, total, err
}
