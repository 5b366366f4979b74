package server

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLockOnce(t *testing.T) {
	dir := t.TempDir()
	l, err := tryLock(dir, Shared)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tryLock(dir, Alone); err != errLocked {
		t.Fatalf("a second lock in one process: %v, want %v", err, errLocked)
	}
	if kind, who := holder(dir); kind != "shared" || who == "another process" {
		t.Errorf("the holder is %q %q, want this process, shared", kind, who)
	}
	if err := l.free(); err != nil {
		t.Fatal(err)
	}
	if l, err = tryLock(dir, Alone); err != nil {
		t.Fatal(err)
	}
	if err := l.free(); err != nil {
		t.Fatal(err)
	}
}

// A lock on a file that was removed between opening and locking protects nothing, and
// is not taken.
func TestLockOfRemovedFile(t *testing.T) {
	dir := t.TempDir()
	defer func(s func(string)) { step = s }(step)
	step = func(done string) {
		if done == "opened" {
			os.Remove(filepath.Join(dir, lockName))
		}
	}
	if _, err := tryLock(dir, Shared); err != errLocked {
		t.Fatalf("a lock on a file that is gone: %v, want %v", err, errLocked)
	}
}
