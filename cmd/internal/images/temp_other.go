//go:build !unix

package images

import (
	"os"
	"time"
)

// Flags of open that only Unix has.
const (
	noFollow = 0
	noBlock  = 0
)

// renamesOpen tells whether a file can get another name while it is open: on Windows it cannot.
const renamesOpen = false

// lock does nothing where there are no such locks.
func lock(*os.File) bool { return true }

// removeIfLeft removes a temporary file that was not written to for a day: to write an
// output takes less.
func removeIfLeft(path string) {
	if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
		os.Remove(path)
	}
}
