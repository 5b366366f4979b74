//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package server

import (
	"fmt"
	"os"
	"runtime"
)

// lockFile returns an error: this system has no lock that ends with its process, and
// without one two servers could run on a store.
func lockFile(*os.File) error {
	return fmt.Errorf("directories cannot be locked on %s; stay in memory, or use an external server", runtime.GOOS)
}

func unlockFile(*os.File) error { return nil }
