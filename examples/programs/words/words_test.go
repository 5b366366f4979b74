package main

import (
	"context"
	"go/build"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func sources(t *testing.T) []string {
	t.Helper()
	files, err := goFiles(filepath.Join(build.Default.GOROOT, "src", "bufio"))
	if err != nil || len(files) < 4 {
		t.Fatalf("no sources to count: %v, %v", files, err)
	}
	return files
}

func TestCount(t *testing.T) {
	files := sources(t)
	got, err := count(context.Background(), files)
	want, serialErr := serial(files)
	if err != nil || serialErr != nil || !maps.Equal(got, want) {
		t.Errorf("%d words, %v, want %d, %v", len(got), err, len(want), serialErr)
	}
}

func TestCountNone(t *testing.T) {
	if got, err := count(context.Background(), nil); len(got) != 0 || err != nil {
		t.Errorf("no files have the words %v, %v", got, err)
	}
}

func TestCountError(t *testing.T) {
	files := slices.Insert(sources(t), 2, "missing one", "missing two")
	got, err := count(context.Background(), files)
	_, want := serial(files)
	// Of two files that fail either may be the first that is read.
	two := strings.ReplaceAll(want.Error(), "one", "two")
	if got != nil || err == nil || err.Error() != want.Error() && err.Error() != two {
		t.Errorf("%d words, %v, want none and %v", len(got), err, want)
	}
}
