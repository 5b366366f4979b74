package jobserver

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// pipe is a jobserver with some tokens, in MAKEFLAGS.
func pipe(t *testing.T, tokens string) (r, w *os.File) {
	t.Helper()
	var fds [2]int
	if err := syscall.Pipe(fds[:]); err != nil {
		t.Fatal(err)
	}
	r, w = os.NewFile(uintptr(fds[0]), "r"), os.NewFile(uintptr(fds[1]), "w")
	t.Cleanup(func() { r.Close(); w.Close() })
	io.WriteString(w, tokens)
	t.Setenv("MAKEFLAGS", fmt.Sprintf(" -j4 --jobserver-auth=%d,%d", fds[0], fds[1]))
	return r, w
}

// left are the bytes of a pipe, sorted, when nobody else can write to it.
func left(t *testing.T, r, w *os.File) string {
	t.Helper()
	w.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(b)
	return string(b)
}

// TestJoin wants that the bytes come back as they were, at Release or at Close, and that the file that
// others share still waits when it is read.
func TestJoin(t *testing.T) {
	for released := range 5 {
		r, w := pipe(t, "abc")
		p, err := Join()
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			acquire(t, p)
		}
		waits := make(chan error)
		go func() { waits <- p.Acquire(t.Context()) }()
		for _, f := range []*os.File{r, w} {
			conn, err := f.SyscallConn()
			if err != nil {
				t.Fatal(err)
			}
			conn.Control(func(fd uintptr) {
				flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, fd, syscall.F_GETFL, 0)
				if errno != 0 || flags&syscall.O_NONBLOCK != 0 {
					t.Errorf("%s: the flags are %#x (%v), with O_NONBLOCK", f.Name(), flags, errno)
				}
			})
		}
		for range released {
			p.Release()
		}
		if released > 0 {
			if err := <-waits; err != nil {
				t.Error(err)
			}
		}
		closed(t, p)
		p.Release() // to no effect
		if got := left(t, r, w); got != "abc" {
			t.Errorf("after %d Releases and Close the pipe has %q, want abc", released, got)
		}
	}
}

// TestJoin_cargo joins the jobserver of a cargo whose build script this is, also if a make above has
// closed its own.
func TestJoin_cargo(t *testing.T) {
	r, w := pipe(t, "abc")
	t.Setenv("CARGO_MAKEFLAGS", "-j"+strings.TrimPrefix(os.Getenv("MAKEFLAGS"), " -j4"))
	for _, above := range []string{"", " -j2 --jobserver-auth=-2,-2"} {
		t.Setenv("MAKEFLAGS", above)
		p, err := Join()
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			acquire(t, p)
		}
		closed(t, p)
	}
	if got := left(t, r, w); got != "abc" {
		t.Errorf("the pipe has %q, want abc", got)
	}
}

// TestJoin_none joins where there is no jobserver.
func TestJoin_none(t *testing.T) {
	t.Setenv("MAKEFLAGS", "k -j4")
	if p, err := Join(); p != nil || err != nil {
		t.Errorf("Join is %v, %v; want none", p, err)
	}
	ours, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	r, _ := pipe(t, "")
	_, other := pipe(t, "")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := unix.FcntlInt(f.Fd(), unix.F_SETFD, 0); err != nil { // as if it were inherited
		t.Fatal(err)
	}
	for auth, want := range map[string]string{
		"997,998":                                "file descriptor 997: bad file descriptor",
		"-2,-2":                                  "bad file descriptor",
		"3":                                      "neither R,W nor fifo:PATH",
		"fifo:":                                  "no such file",
		"fifo:/no":                               "no such file",
		fmt.Sprintf("%d,%d", f.Fd(), other.Fd()): "not its pipe",
		fmt.Sprintf("%d,%d", r.Fd(), other.Fd()): "not one pipe",
		"fifo:" + file:                           "no fifo",
		fmt.Sprintf("%d,%d", ours.Fd(), ours.Fd()): "was closed", // it has the numbers by chance
	} {
		t.Setenv("MAKEFLAGS", " --jobserver-auth="+auth)
		if p, err := Join(); p != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: Join is %v, %v; want an error with %q", auth, p, err, want)
		}
	}
}

// TestGuard kills a process with tokens by SIGQUIT, and by the second of two signals, which are
// two also if the system shows them at once.
func TestGuard(t *testing.T) {
	const asHolder = "SKUA_TEST_HOLDER"
	if os.Getenv(asHolder) != "" {
		p, err := Join()
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			acquire(t, p)
		}
		fmt.Println("holds")
		select {}
	}
	for _, signals := range [][]syscall.Signal{{syscall.SIGQUIT}, {syscall.SIGTERM, syscall.SIGINT}} {
		r, w := pipe(t, "xyz")
		holder := exec.Command(os.Args[0], "-test.run=^TestGuard$")
		holder.Env = append(os.Environ(), asHolder+"=1", "MAKEFLAGS= --jobserver-auth=3,4")
		holder.ExtraFiles = []*os.File{r, w}
		said, err := holder.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := holder.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := said.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		for _, s := range signals {
			if err := holder.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
		}
		if err := holder.Wait(); err == nil {
			t.Errorf("%v: it ended well", signals)
		}
		if got := left(t, r, w); got != "xyz" {
			t.Errorf("%v: the pipe has %q, want xyz", signals, got)
		}
	}
}
