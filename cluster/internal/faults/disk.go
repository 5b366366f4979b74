//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// A disk is a small tmpfs that can be filled.
type disk struct{ dir string }

// diskSize is enough for the queue and the results of a run.
const diskSize = "64m"

func newDisk(dir string) (disk, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return disk{}, err
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+diskSize+",mode=0700"); err != nil {
		return disk{}, fmt.Errorf("mount a tmpfs at %s: %w", dir, err)
	}
	return disk{dir}, nil
}

func (d disk) filler() string { return filepath.Join(d.dir, "filler") }

// fill writes until the disk is full.
func (d disk) fill() error {
	f, err := os.Create(d.filler())
	if err != nil {
		return err
	}
	defer f.Close()
	for block := make([]byte, 64<<10); ; {
		if _, err := f.Write(block); errors.Is(err, syscall.ENOSPC) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func (d disk) free() error { return os.Remove(d.filler()) }

func (d disk) remove() error { return syscall.Unmount(d.dir, syscall.MNT_DETACH) }
