package main

import (
	"context"
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

var parseOnce = sync.OnceValues(func() ([]*ast.File, error) {
	return parse(context.Background(), token.NewFileSet(), filepath.Join(build.Default.GOROOT, "src", "container", "list"))
})

func sources(t *testing.T) []*ast.File {
	t.Helper()
	files, err := parseOnce()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(files)
}

func TestCount(t *testing.T) {
	files := sources(t)
	got, err := count(context.Background(), files)
	want, serialErr := serial(files)
	if got != want || got == 0 || err != nil || serialErr != nil {
		t.Errorf("%d branches, %v, want %d, %v", got, err, want, serialErr)
	}
}

func TestCountError(t *testing.T) {
	const deep = `package p
func f() { for { if true { func() { switch { case true: L: goto L } }() } } }`
	file, err := parser.ParseFile(token.NewFileSet(), "deep.go", deep, 0)
	if err != nil {
		t.Fatal(err)
	}
	files := slices.Insert(sources(t), 1, file)
	got, err := count(context.Background(), files)
	_, want := serial(files)
	if _, ok := errors.AsType[gotoError](err); !ok || got != 0 || err != want {
		t.Errorf("%d branches, %v, want 0, %v", got, err, want)
	}
}

func TestParseError(t *testing.T) {
	_, err := parse(context.Background(), token.NewFileSet(), "[")
	if !errors.Is(err, filepath.ErrBadPattern) {
		t.Errorf("got %v, want %v", err, filepath.ErrBadPattern)
	}
}
