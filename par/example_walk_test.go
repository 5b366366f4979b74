package par_test

import (
	"context"
	"fmt"
	"io/fs"
	"sync/atomic"
	"testing/fstest"

	"github.com/skua-go/skua/par"
)

// sources is a small tree of files.
var sources = fstest.MapFS{
	"main.go":        {Data: []byte("package main")},
	"lib/lib.go":     {Data: []byte("package lib")},
	".git/HEAD":      {Data: []byte("ref: refs/heads/main")},
	"lib/README.txt": {Data: []byte("a library")},
}

// Adds up the sizes of all files, but of those in directories like .git.
func ExampleWalkFS() {
	var total atomic.Int64
	err := par.WalkFS(context.Background(), sources, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && len(name) > 1 && name[0] == '.':
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		info, err := d.Info()
		if err == nil {
			total.Add(info.Size())
		}
		return err
	})
	fmt.Println(total.Load(), err)
	// Output: 32 <nil>
}

// Counts the files below a directory, at most eight of which are looked at at a time.
func ExampleWalkDir() {
	var files atomic.Int64
	err := par.WalkDir(context.Background(), "internal/walk", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files.Add(1)
		}
		return err
	}, par.MaxWorkers(8))
	fmt.Println(files.Load() > 0, err)
	// Output: true <nil>
}
