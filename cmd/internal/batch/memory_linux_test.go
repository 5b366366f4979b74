package batch

import (
	"path/filepath"
	"testing"
)

// TestAvailable reads a machine's files, with control groups of both versions.
func TestAvailable(t *testing.T) {
	if got, err := Available(); err != nil || got <= 0 {
		t.Fatalf("this machine has %d, %v", got, err)
	}
	proc, group := t.TempDir(), t.TempDir()
	put := func(root, name, text string) {
		if err := mkdirFor(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(root, name), text)
	}
	check := func(what string, want int64) {
		t.Helper()
		if got, err := availableIn(proc, group); err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", what, got, err, want)
		}
	}
	put(proc, "meminfo", "MemTotal:  9999999 kB\nMemAvailable:    2000 kB\n")
	check("no groups", 2000<<10)
	put(proc, "self/cgroup", "4:memory:/docker/x\n0::/a/b\n")
	check("groups that are not there", 2000<<10)
	put(group, "a/b/memory.max", "max\n")
	put(group, "a/b/memory.current", "5\n")
	check("a group without limit", 2000<<10)
	put(group, "a/memory.max", "1000\n")
	put(group, "a/memory.current", "700\n")
	put(group, "a/memory.stat", "anon 1\ninactive_file 50\n")
	check("the group above has a limit", 350)
	put(group, "memory/memory.limit_in_bytes", "500\n")
	put(group, "memory/memory.usage_in_bytes", "900\n")
	check("an old group, which is the root of a container, uses more than its limit", 0)
}
