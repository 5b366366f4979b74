//go:build unix

package server

import (
	"fmt"
	"os"
	"syscall"
)

// checkOwner refuses a directory in which another user could exchange files.
func checkOwner(info os.FileInfo) error {
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Geteuid() {
		return fmt.Errorf("it belongs to user %d; want one of our own (user %d)", st.Uid, os.Geteuid())
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 {
		return fmt.Errorf("others may write to it (mode %#o); want 0700", mode)
	}
	return nil
}
