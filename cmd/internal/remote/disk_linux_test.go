package remote

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/batch"
)

// withMounts runs the test again in a process with a mount table of its own, and returns true
// there.
func withMounts(t *testing.T) bool {
	t.Helper()
	if os.Getenv("SKUA_TEST_MOUNT") != "" {
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), "SKUA_TEST_MOUNT=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	out, err := cmd.CombinedOutput()
	if _, ran := err.(*exec.ExitError); err != nil && !ran {
		t.Skipf("needs tmpfs: no mount table of its own here: %v", err)
	}
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("on a small disk: %v\n%s", err, out)
	}
	return false
}

// smallDisk gives a host a cache of that many bytes.
func (l *lab) smallDisk(host string, bytes int64) {
	l.t.Helper()
	dir := l.Cache(host)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		l.t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0700", bytes)); err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
}

// A host whose disk is full is lost, by a message that names it; its item can run elsewhere.
func TestHost_diskFull(t *testing.T) {
	needSSH(t)
	if !withMounts(t) {
		return
	}
	l := newLab(t, "a", "b", "c")
	l.smallDisk("a", ownBinary(t).size+4<<20)
	l.smallDisk("c", 64<<10)
	l.write("work/large", strings.Repeat("large", 2<<20))
	hosts, failed := DialAll(t.Context(), []Spec{{"a", 1}, {"b", 1}, {"c", 1}}, l.setup())
	for _, h := range hosts {
		defer h.Close()
	}
	if len(hosts) != 2 || len(failed) != 1 || !strings.HasPrefix(failed[0].Error(), "host c: skua could not be copied: ") || !strings.Contains(failed[0].Error(), "No space left") {
		t.Fatalf("%d hosts, %v; want a and b, and no space on c\n%s", len(hosts), failed, l.logs.String())
	}
	got := do(t.Context(), t, hosts[0], script(`wc -c <"$1"`, "large"))
	if got.State != batch.HostLost || !strings.Contains(fmt.Sprint(got.Outcome.Err), "no space left") {
		t.Errorf("on the full host: %+v", got)
	}
	if hosts[0].Lost() == nil {
		t.Error("the full host is not lost")
	}
	if got := do(t.Context(), t, hosts[1], script(`wc -c <"$1"`, "large")); got.out != "10485760\n" {
		t.Errorf("on the other: %+v", got)
	}
}
