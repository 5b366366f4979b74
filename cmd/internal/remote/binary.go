package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"slices"
)

// A Binary is the program that is copied to hosts.
type Binary struct {
	path string
	sum  string
	size int64
}

// NewBinary reads the program at path, or the one that runs if path is empty, for its hash.
func NewBinary(path string) (*Binary, error) {
	if path == "" {
		var err error
		if path, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	size, err := io.Copy(h, f)
	if err != nil {
		return nil, err
	}
	return &Binary{path, hex.EncodeToString(h.Sum(nil)), size}, nil
}

// machines are the words of uname -m for processors.
var machines = map[string][]string{
	"amd64":   {"x86_64", "amd64"},
	"386":     {"i386", "i486", "i586", "i686", "x86_64"},
	"arm64":   {"aarch64", "arm64"},
	"arm":     {"armv6l", "armv7l", "armv8l", "arm"},
	"riscv64": {"riscv64"},
	"ppc64le": {"ppc64le"},
	"s390x":   {"s390x"},
	"loong64": {"loongarch64"},
}

// systems are the words of uname -s.
var systems = map[string]string{
	"linux": "Linux", "darwin": "Darwin", "freebsd": "FreeBSD", "netbsd": "NetBSD", "openbsd": "OpenBSD", "illumos": "SunOS",
}

// runsOn tells whether a program for this system and processor runs where uname says these words.
func runsOn(system, machine string) bool {
	return systems[runtime.GOOS] == system && slices.Contains(machines[runtime.GOARCH], machine)
}
