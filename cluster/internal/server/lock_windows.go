package server

import (
	"os"

	"golang.org/x/sys/windows"
)

// lockedByte is where the locked byte is: far behind the text, because Windows
// refuses to read what is locked.
var lockedByte = windows.Overlapped{OffsetHigh: 1 << 20}

// lockFile locks f for this process alone, or returns errLocked. Never waits.
func lockFile(f *os.File) error {
	at := lockedByte
	err := windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if err == windows.ERROR_LOCK_VIOLATION {
		return errLocked
	}
	return err
}

func unlockFile(f *os.File) error {
	at := lockedByte
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &at)
}
