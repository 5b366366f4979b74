package cluster

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// holdNear says that the file at path is used, until release: then the last one that
// used it removes it, since it is memory. Users hold a lock file together, and
// the one that gets it alone is the last. The directory of path is made.
//
// The bad interleaving: a process opens the lock file, the last user removes all, the
// process locks a file that no other process will find. So it looks whether the file still has
// its name, and begins again if not. A killed process leaves its file to the next.
func holdNear(path string) (release func(), err error) {
	dir := filepath.Dir(path)
	for {
		if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
			return nil, fmt.Errorf("cluster: Config.Near: %w", err)
		}
		lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR|unix.O_NOFOLLOW, 0o600)
		if os.IsNotExist(err) {
			continue // removed just now
		}
		if err != nil {
			return nil, fmt.Errorf("cluster: Config.Near: %w", err)
		}
		if err := flock(lock, unix.LOCK_SH); err != nil {
			lock.Close()
			return nil, fmt.Errorf("cluster: Config.Near: lock %s: %w", lock.Name(), err)
		}
		if s, err := lock.Stat(); err == nil && linked(s, lock.Name()) {
			return func() { releaseNear(lock, path) }, nil
		}
		lock.Close()
	}
}

// linked reports whether the open file s still has the name.
func linked(s os.FileInfo, name string) bool {
	now, err := os.Lstat(name)
	return err == nil && os.SameFile(s, now)
}

// releaseNear removes what is at path if this was the last user. What cannot be
// removed stays, which costs memory and nothing else.
func releaseNear(lock *os.File, path string) {
	defer lock.Close()
	if flock(lock, unix.LOCK_EX|unix.LOCK_NB) == nil {
		_ = os.Remove(path)
		_ = os.Remove(lock.Name()) // the last of the files: from here on other processes begin anew
		_ = os.Remove(filepath.Dir(path))
	}
}

func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); err != unix.EINTR {
			return err
		}
	}
}
