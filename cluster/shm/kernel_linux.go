//go:build linux && (amd64 || arm64)

package shm

import (
	"os"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// linux is the kernel of Linux. Liveness is a lock of the open file description
// (F_OFD_SETLK) on one byte of the file, beyond its end. The kernel drops it when the last
// thread of the process has left user mode, so no instruction of ours comes after; a
// process that is stopped keeps it; closing another descriptor of the file does not drop
// it, as it would a POSIX lock.
type linux struct{ f *os.File }

func lockByte(place int, incarnation uint32) int64 {
	return 1<<40 + int64(place)<<20 + int64(incarnation)
}

func flock(place int, incarnation uint32, kind int16) unix.Flock_t {
	return unix.Flock_t{Type: kind, Start: lockByte(place, incarnation), Len: 1}
}

func (l linux) lock(place int, incarnation uint32) bool {
	f := flock(place, incarnation, unix.F_WRLCK)
	return unix.FcntlFlock(l.f.Fd(), unix.F_OFD_SETLK, &f) == nil
}

func (l linux) unlock(place int, incarnation uint32) {
	f := flock(place, incarnation, unix.F_UNLCK)
	unix.FcntlFlock(l.f.Fd(), unix.F_OFD_SETLK, &f)
}

// alive asks without taking, so that it holds no lock that another process wants.
func (l linux) alive(place int, incarnation uint32) bool {
	f := flock(place, incarnation, unix.F_WRLCK)
	if unix.FcntlFlock(l.f.Fd(), unix.F_OFD_GETLK, &f) != nil {
		return true // never guess a death
	}
	return f.Type != unix.F_UNLCK
}

const (
	futexWait   = 0 // no PRIVATE flag: other processes wake us
	futexWakeOp = 5
)

// wait blocks a thread. Signals end it early, which is as good as a wake.
func (linux) wait(w *atomic.Uint32, ns int64) (timeout bool) {
	ts := unix.NsecToTimespec(ns)
	_, _, e := unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(w)), futexWait, 1,
		uintptr(unsafe.Pointer(&ts)), 0, 0)
	return e == unix.ETIMEDOUT
}

// wakeStore0 is one system call, FUTEX_WAKE_OP: store 0, wake one on the same word, and
// one more if the old value was 5, which it never is. With a store of ours and a wake
// after it, a process killed or stopped between the two would leave a sleeper that other processes
// take for awake.
func (linux) wakeStore0(w *atomic.Uint32) {
	const setZero, ifFive = 0 << 28, 5
	unix.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(w)), futexWakeOp, 1, 0,
		uintptr(unsafe.Pointer(w)), setZero|ifFive)
}

// epoch is some moment: only differences of now count.
var epoch = time.Now()

func (linux) now() int64 {
	return int64(time.Since(epoch))
}

func newKernel(f *os.File) kernel { return linux{f} }
