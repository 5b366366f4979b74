package main

import (
	"debug/elf"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// A built image is what the Dockerfile says of it.
type built struct {
	script     string // which makes the root file system in the directory that is its argument
	user       int
	env        []string
	entrypoint []string
	cmd        []string
}

// dockerfile has the instructions that the Dockerfile may have, in this order. Other ones would not be
// tested, so they are refused.
var dockerfile = regexp.MustCompile(`^FROM golang:([0-9.]+) AS build
COPY \. /src
RUN /src/(\S+) /rootfs
FROM scratch
COPY --from=build /rootfs /
USER (\d+):(\d+)
ENV (\S+=\S+)
ENTRYPOINT (\[.*\])
CMD (\[.*\])
$`)

// readImage reads the Dockerfile.
func readImage(t *testing.T, text string) (*built, error) {
	t.Helper()
	var lines strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" && !strings.HasPrefix(line, "#") {
			lines.WriteString(line)
		}
	}
	f := dockerfile.FindStringSubmatch(lines.String())
	if f == nil {
		return nil, errors.New("the Dockerfile has instructions that no test runs")
	}
	if !strings.HasPrefix(read(t, "../../go.work"), "go "+f[1]+".") {
		return nil, errors.New("the Dockerfile builds with Go " + f[1] + ", which go.work does not want")
	}
	b := &built{script: filepath.Join("../..", f[2]), env: []string{f[5]}}
	var err error
	if b.user, err = strconv.Atoi(f[3]); err == nil && (b.user == 0 || f[3] != f[4]) {
		err = errors.New("the user is " + f[3] + ":" + f[4] + ", want one that is not root, and its own group")
	}
	return b, errors.Join(err, json.Unmarshal([]byte(f[6]), &b.entrypoint), json.Unmarshal([]byte(f[7]), &b.cmd))
}

// build makes the root file system of the image, as the Dockerfile does.
func build(t *testing.T) (b *built, root string) {
	t.Helper()
	b, err := readImage(t, read(t, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	root = filepath.Join(t.TempDir(), "rootfs")
	if out, err := exec.Command(b.script, root).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", b.script, err, out)
	}
	return b, root
}

// command runs args in the root file system as the image's user: in a chroot if this is root, else in
// a user namespace.
func (b *built) command(root string, env []string, args ...string) *exec.Cmd {
	c := exec.Command(b.entrypoint[0], args...)
	c.Dir, c.Env = "/", append(env, b.env...)
	as := &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: uint32(b.user), Gid: uint32(b.user)}}
	if os.Getuid() != 0 {
		as.Cloneflags, as.Credential.NoSetGroups = syscall.CLONE_NEWUSER, true
		as.UidMappings = []syscall.SysProcIDMap{{ContainerID: b.user, HostID: os.Getuid(), Size: 1}}
		as.GidMappings = []syscall.SysProcIDMap{{ContainerID: b.user, HostID: os.Getgid(), Size: 1}}
	}
	c.SysProcAttr = as
	return c
}

// TestImage_dockerfile refuses what the tests would not run.
func TestImage_dockerfile(t *testing.T) {
	text := read(t, "Dockerfile")
	for _, c := range []struct{ old, new, want string }{
		{"FROM scratch", "FROM alpine", "no test runs"},
		{"\nUSER ", "\nRUN apt-get update\nUSER ", "no test runs"},
		{"USER 65532:65532", "USER 0:0", "not root"},
		{"golang:1.26", "golang:1.2", "go.work does not want"},
	} {
		if _, err := readImage(t, strings.Replace(text, c.old, c.new, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("with %q: %v, want %q", c.new, err, c.want)
		}
	}
}

// static wants a program that needs no other file.
func static(t *testing.T, name string) {
	t.Helper()
	f, err := elf.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("%s is linked dynamically: it has a segment %v", name, p.Type)
		}
	}
}
