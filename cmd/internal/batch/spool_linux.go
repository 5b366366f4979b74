package batch

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// childFile returns a file without a name for a process to write to, and whether it
// is memory, which can be punched. Memory takes half as long to make, write, read and close
// as a file of the file system: with 6 bytes 11 µs; with O_TMPFILE 23 µs on ext4 and 15 µs
// on tmpfs (AMD EPYC, two cores). What grows is moved to the disk by Drain.
//
// It appends, so that it is not overwritten by a process that opens /dev/stdout again.
func childFile() (f *os.File, memory bool, err error) {
	fd, err := unix.MemfdCreate("output", unix.MFD_CLOEXEC)
	if err != nil {
		f, err = diskFile() // a kernel that is told to refuse memory
		return f, false, err
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETFL, unix.O_APPEND|unix.O_RDWR); err != nil {
		unix.Close(fd)
		return nil, false, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fd), "output"), true, nil
}

// diskFile returns an empty file without a name. What it is called in errors says where it is.
func diskFile() (*os.File, error) {
	fd, err := unix.Open(os.TempDir(), unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return namedFile() // a file system that cannot
	}
	return os.NewFile(uintptr(fd), filepath.Join(os.TempDir(), "skua-output")), nil
}

// punch gives n bytes of f back to the system. They read as zeros.
func punch(f *os.File, off, n int64) error {
	err := unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, off, n)
	return os.NewSyscallError("fallocate", err)
}
