package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// lockName is the file in the directory whose lock says which process may run a server on it.
const lockName = "lock"

// errLocked says that another process has the lock.
var errLocked = errors.New("locked")

// lock is the right to run a server on a directory. The system frees it when the
// process is gone, however it ended.
type lock struct {
	f *os.File
}

// tryLock takes the lock of dir for a server of kind, or returns errLocked. Never
// waits. The lock belongs to the open file, so a process cannot have it twice.
func tryLock(dir string, kind Kind) (*lock, error) {
	name := filepath.Join(dir, lockName)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	step("opened")
	if err := lockFile(f); err != nil {
		f.Close()
		if err == errLocked {
			return nil, err
		}
		return nil, fmt.Errorf("cluster: lock %s: %w", name, err)
	}
	l := &lock{f}
	// Somebody may have removed the file after we opened it. Then another process
	// locks a new file of that name, and ours protects nothing.
	if !l.isAt(name) {
		l.free()
		return nil, errLocked
	}
	l.sign(kind)
	return l, nil
}

func (l *lock) isAt(name string) bool {
	ours, err := l.f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(name)
	return err == nil && os.SameFile(ours, there)
}

// sign writes into the file which process has the lock, for the errors of other processes.
func (l *lock) sign(kind Kind) {
	host, _ := os.Hostname()
	text := fmt.Sprintf("%v process %d on %s\n", kind, os.Getpid(), host)
	if l.f.Truncate(0) == nil {
		l.f.WriteAt([]byte(text), 0)
	}
}

// free gives the lock back.
func (l *lock) free() error {
	// A child that is between fork and exec has our descriptor too, so closing ours
	// alone would free the lock only later.
	err := unlockFile(l.f)
	return errors.Join(err, l.f.Close())
}

// holder reads which process signed the lock of dir last: its kind and a text for errors. While
// the lock changes hands that may be its holder before.
func holder(dir string) (kind, text string) {
	b, err := os.ReadFile(filepath.Join(dir, lockName))
	kind, text, ok := strings.Cut(strings.TrimSpace(string(b)), " ")
	if err != nil || !ok {
		return "", "another process"
	}
	return kind, text
}
