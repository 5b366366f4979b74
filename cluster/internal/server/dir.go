package server

import (
	"fmt"
	"os"
	"path/filepath"
)

// useDir makes dir if it is missing, and checks that it is a directory of ours that
// no other user can write to and that has room. It returns dir's absolute path, which a
// later os.Chdir does not change.
func useDir(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("cluster: directory %s: %w", dir, err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("cluster: directory %s: %w", dir, err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", fmt.Errorf("cluster: directory %s: %w", dir, err)
	}
	if err := checkOwner(info); err != nil {
		return "", fmt.Errorf("cluster: directory %s: %w", dir, err)
	}
	return dir, nil
}

// probeSize is more than a file system stores beside the file's name, and less than
// any store needs.
const probeSize = 64 << 10

// probe checks that dir takes a file of some size. A server on a full disk starts, but
// stores nothing.
func probe(dir string) error {
	f, err := os.CreateTemp(dir, "probe-*")
	if err != nil {
		return fmt.Errorf("cluster: directory %s cannot be written: %w", dir, err)
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if _, err = f.Write(make([]byte, probeSize)); err == nil {
		err = f.Sync()
	}
	if err != nil {
		return fmt.Errorf("cluster: directory %s has no room: %w", dir, err)
	}
	return nil
}
