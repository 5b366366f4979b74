package batch

import (
	"bufio"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Available returns how many bytes of memory this process and its children can take: what
// the machine has available, or less if a control group of this process allows less.
func Available() (int64, error) { return availableIn("/proc", "/sys/fs/cgroup") }

// availableIn is Available with the places where the kernel tells it.
func availableIn(proc, cgroup string) (int64, error) {
	free, err := memAvailable(filepath.Join(proc, "meminfo"))
	if err != nil {
		return 0, err
	}
	groups, err := os.ReadFile(filepath.Join(proc, "self", "cgroup"))
	if errors.Is(err, os.ErrNotExist) {
		return free, nil
	}
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		switch {
		case fields[1] == "":
			free = min(free, groupFree(cgroup, fields[2], "memory.max", "memory.current", "inactive_file "))
		case fields[1] == "memory":
			free = min(free, groupFree(filepath.Join(cgroup, "memory"), fields[2],
				"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "))
		}
	}
	return free, err
}

// memAvailable reads the kernel's estimate of what can be taken without swapping.
func memAvailable(name string) (int64, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, errors.Join(errNoMemory, err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "MemAvailable:"); ok {
			kb, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 53)
			return kb << 10, err
		}
	}
	return 0, errNoMemory
}

// groupFree is what the control group and those above it allow in addition to what they use.
// Cached files that were not read lately are not counted as used. In a container the
// path may be that of the machine, which is not there: then the root is the group.
func groupFree(root, path, limit, usage, cached string) int64 {
	free := int64(math.MaxInt64)
	for dir := filepath.Clean("/" + path); ; dir = filepath.Dir(dir) {
		at := filepath.Join(root, dir)
		most, ok1 := number(filepath.Join(at, limit))
		used, ok2 := number(filepath.Join(at, usage))
		if ok1 && ok2 {
			free = min(free, max(0, most-used+field(filepath.Join(at, "memory.stat"), cached)))
		}
		if dir == "/" {
			return free
		}
	}
}

// number reads a file that holds one; max is none.
func number(name string) (int64, bool) {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// field reads the number after a word at the beginning of a line, or 0.
func field(name, word string) int64 {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, word); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(rest), 10, 64)
			return n
		}
	}
	return 0
}
