//go:build unix

package jobserver

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Join returns the share of this process in the jobserver that its environment names, in MAKEFLAGS or, for
// a build script of cargo, in CARGO_MAKEFLAGS; nil if it names none. An error says why none that is named
// can be reached: make closes the pipe for a rule of which it does not know that it starts another make.
// Then a command or another file can have its number.
//
// A signal that kills this process gives the tokens back first, until the Pool is closed.
func Join() (p *Pool, err error) {
	for _, name := range variables {
		a := auth(os.Getenv(name))
		if a == "" {
			continue
		}
		in, out, failed := ends(a)
		if failed == nil {
			p, failed = open(in, out)
		}
		if failed == nil {
			return p, nil
		}
		err = cmp.Or(err, fmt.Errorf("the jobserver of %s cannot be reached: %w", name, failed))
	}
	return nil, err
}

// ends are the names by which the ends of a jobserver's pipe can be opened.
func ends(auth string) (in, out string, err error) {
	if path, ok := strings.CutPrefix(auth, "fifo:"); ok {
		info, err := os.Stat(path)
		if err != nil {
			return "", "", err
		}
		if info.Mode().Type() != os.ModeNamedPipe {
			return "", "", fmt.Errorf("%s is no fifo", path)
		}
		return path, path, nil
	}
	r, w, ok := strings.Cut(auth, ",")
	rfd, rerr := strconv.Atoi(r)
	wfd, werr := strconv.Atoi(w)
	if !ok || rerr != nil || werr != nil {
		return "", "", fmt.Errorf("%q is neither R,W nor fifo:PATH", auth)
	}
	if err := isPipe(rfd, wfd); err != nil {
		return "", "", err
	}
	if runtime.GOOS != "linux" {
		return "", "", errors.New("a pipe without a name can be opened a second time on Linux only")
	}
	const dir = "/proc/self/fd"
	return filepath.Join(dir, r), filepath.Join(dir, w), nil
}

// isPipe returns an error if two descriptors are not the ends of one pipe.
func isPipe(r, w int) error {
	var at [2]syscall.Stat_t
	for i, fd := range []int{r, w} {
		if err := syscall.Fstat(fd, &at[i]); err != nil {
			return fmt.Errorf("file descriptor %d: %w", fd, err)
		}
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err != nil || flags&unix.FD_CLOEXEC != 0 {
			return fmt.Errorf("file descriptor %d was closed", fd) // it is a file that this process has opened since
		}
		if at[i].Mode&syscall.S_IFMT != syscall.S_IFIFO {
			return fmt.Errorf("file descriptor %d is not its pipe", fd)
		}
	}
	if at[0].Dev != at[1].Dev || at[0].Ino != at[1].Ino {
		return fmt.Errorf("file descriptors %d and %d are not one pipe", r, w)
	}
	return nil
}

// open opens a pipe by its names.
func open(in, out string) (*Pool, error) {
	r, err := syscall.Open(in, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: in, Err: err}
	}
	w, err := syscall.Open(out, syscall.O_WRONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		syscall.Close(r)
		return nil, &os.PathError{Op: "open", Path: out, Err: err}
	}
	p := &Pool{file: os.NewFile(uintptr(r), in), in: r, out: w, unserved: func() {}}
	p.guard()
	return p, nil
}
