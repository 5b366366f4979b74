//go:build linux || darwin || freebsd

package server

import "syscall"

// room returns how many bytes the file system of a directory has left, or 0 if that is not known.
func room(dir string) int64 {
	var fs syscall.Statfs_t
	if syscall.Statfs(dir, &fs) != nil {
		return 0
	}
	return int64(fs.Bavail) * int64(fs.Bsize)
}
