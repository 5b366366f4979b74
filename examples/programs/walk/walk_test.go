package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// forest makes a small tree of directories and returns its root.
func forest(t *testing.T) entry {
	t.Helper()
	root := t.TempDir()
	for i := range 12 {
		dir := filepath.Join(root, fmt.Sprint("d", i%4), fmt.Sprint("e", i))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		text := strings.Repeat("some words ", i*10)
		if err := os.WriteFile(filepath.Join(dir, "text"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return entry{root, true}
}

func TestWalk(t *testing.T) {
	root := forest(t)
	got, err := tree.Run(context.Background(), root)
	want, serialErr := serial(root)
	if got != want || err != nil || serialErr != nil {
		t.Errorf("walk gave %v, %v, want %v, %v", got, err, want, serialErr)
	}
}

func TestWalkError(t *testing.T) {
	root := forest(t)
	link := filepath.Join(root.path, "d2", "e6", "link")
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	got, err := tree.Run(context.Background(), root)
	_, want := serial(root)
	if got != (total{}) || !errors.Is(err, fs.ErrNotExist) || err.Error() != want.Error() {
		t.Errorf("walk gave %v, %v, want no result and %v", got, err, want)
	}
}
