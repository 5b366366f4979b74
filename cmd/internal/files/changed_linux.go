package files

import (
	"io/fs"
	"syscall"
)

// sameChange compares the times at which the inodes changed.
func sameChange(before, after fs.FileInfo) bool {
	b, ok1 := before.Sys().(*syscall.Stat_t)
	a, ok2 := after.Sys().(*syscall.Stat_t)
	return ok1 && ok2 && b.Ctim == a.Ctim
}
