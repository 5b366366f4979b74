package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGrid measures a function, stores what was found, and writes the page of it.
func TestGrid(t *testing.T) {
	dir := t.TempDir()
	docs, file := filepath.Join(dir, "bench", "docs"), filepath.Join(dir, "grid.tsv")
	if err := os.MkdirAll(docs, 0o755); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := tool(t, "grid", "Sum", "--quick", "--out", file); code != 0 {
		t.Fatalf("grid: %s", stderr)
	}
	if code, _, stderr := tool(t, "grid", "report", "--root", dir, file); code != 0 {
		t.Fatalf("grid report: %s", stderr)
	}
	page, err := os.ReadFile(filepath.Join(docs, "grid.md"))
	if err != nil || !strings.Contains(string(page), "| Sum ") {
		t.Errorf("the page is %.200q, %v: want a row of Sum", page, err)
	}
}

// TestGridPrints prints the table if there is no file.
func TestGridPrints(t *testing.T) {
	if code, stdout, stderr := tool(t, "grid", "Index", "--quick"); code != 0 || !strings.Contains(stdout, "| Index ") {
		t.Errorf("code %d, %q, %s: want a row of Index", code, stdout, stderr)
	}
}
