package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// smallDisk returns an empty directory on a disk of 4 MB. The test runs once more, in a
// process that has a mount table of its own; in the first process smallDisk
// reports how that went, and returns "".
func smallDisk(t *testing.T) string {
	t.Helper()
	if os.Getenv("SKUA_TEST_MOUNT") != "" {
		dir := t.TempDir()
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m,mode=0700"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
		return dir
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), "SKUA_TEST_MOUNT=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if _, ran := err.(*exec.ExitError); err != nil && !ran {
		t.Skipf("needs tmpfs: no mount table of its own here: %v", err)
	}
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("on a small disk: %v\n%s", err, out)
	}
	return ""
}

// fill leaves no room on the disk of dir. The file that takes it is returned.
func fill(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(dir, "ballast")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for n := 64 << 10; n > 0; n /= 2 {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, n))
		}
	}
	return name
}

func TestFullDiskAtStart(t *testing.T) {
	disk := smallDisk(t)
	if disk == "" {
		return
	}
	dir := filepath.Join(disk, "c")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	ballast := fill(t, disk)
	refused(t, dir, Options{}, dir, "no room", "no space left")
	refused(t, "alone:"+dir, Options{}, dir, "no room", "no space left")
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
}

// A disk that fills up and gets room again: the server stays as long as it is full,
// what was confirmed is there, and what could not be stored meanwhile can be stored
// then.
func TestFullDiskMeanwhile(t *testing.T) {
	disk := smallDisk(t)
	if disk == "" {
		return
	}
	for _, prefix := range []string{"", "alone:"} {
		dir := filepath.Join(disk, "c"+strings.TrimSuffix(prefix, ":"))
		s := open(t, prefix+dir)
		makeStream(t, s.Conn())
		mustStore(t, s.Conn(), "t.before", "one")
		ballast := fill(t, disk)
		stored := 0
		for ; storeOnce(t, s, fmt.Sprintf("t.%d", stored)) == nil; stored++ {
		}
		t.Logf("%q: %d messages stored before the disk was full", prefix, stored)
		wantStored(t, s.Conn(), "t.before", "one") // it can still be read
		if err := os.Remove(ballast); err != nil {
			t.Fatal(err)
		}
		mustStore(t, s.Conn(), "t.after", "two")
		wantStored(t, s.Conn(), "t.before", "one")
		for i := range stored {
			wantStored(t, s.Conn(), fmt.Sprintf("t.%d", i), strings.Repeat("x", 1000))
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A store that has reached its limit gets a new one when its disk has more room.
func TestFullStore(t *testing.T) {
	defer func(d time.Duration) { lookEvery = d }(lookEvery)
	lookEvery = 50 * time.Millisecond
	disk := smallDisk(t)
	if disk == "" {
		return
	}
	s := open(t, filepath.Join(disk, "c"))
	makeStream(t, s.Conn())
	mustStore(t, s.Conn(), "t.before", "one")
	var err error
	for n := 0; err == nil; n++ {
		err = storeOnce(t, s, fmt.Sprintf("t.%d", n))
	}
	if api := new(jetstream.APIError); !errors.As(err, &api) {
		t.Fatalf("a full store: %v, want that the server refuses", err)
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, "size=64m,mode=0700"); err != nil {
		t.Fatal(err)
	}
	mustStore(t, s.Conn(), "t.after", "two")
	wantStored(t, s.Conn(), "t.before", "one")
}

func storeOnce(t *testing.T, s *Server, subject string) error {
	js, err := jetstream.New(s.Conn())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), answer)
	defer cancel()
	_, err = js.Publish(ctx, subject, []byte(strings.Repeat("x", 1000)))
	return err
}
