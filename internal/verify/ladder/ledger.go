package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// entry is a step that passed: with which inputs, when and where.
type entry struct {
	hash      string
	date      string // as in 2026-11-28
	seconds   string
	processor string
}

// ledger is the file of the entries, by the names of their steps.
type ledger struct {
	file    string
	entries map[string]entry
}

const ledgerHead = `# Steps of the checks that passed, each with a hash of all that it depends on; internal/verify/ladder writes it.
# step | hash | date | seconds | processor
`

// readLedger reads the file. One that does not exist is empty.
func readLedger(file string) (*ledger, error) {
	l := &ledger{file, map[string]entry{}}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), " | ")
		if len(fields) != 5 {
			return nil, fmt.Errorf("%s:%d: %d fields, want 5: step | hash | date | seconds | processor", file, n, len(fields))
		}
		l.entries[fields[0]] = entry{fields[1], fields[2], fields[3], fields[4]}
	}
	return l, lines.Err()
}

// write writes the entries of these steps, in their order, and forgets others: of steps that are gone.
func (l *ledger) write(order []string) error {
	var b strings.Builder
	b.WriteString(ledgerHead)
	for _, name := range order {
		if e, ok := l.entries[name]; ok {
			fmt.Fprintf(&b, "%s | %s | %s | %s | %s\n", name, e.hash, e.date, e.seconds, e.processor)
		}
	}
	return os.WriteFile(l.file, []byte(b.String()), 0o666)
}

// processor names this machine's processors, where Linux says them.
func processor() string {
	data, _ := os.ReadFile("/proc/cpuinfo")
	count, words := 0, map[string]string{}
	for line := range strings.Lines(string(data)) {
		key, value, _ := strings.Cut(line, ":")
		if key = strings.TrimSpace(key); key == "processor" {
			count++
		}
		words[key] = strings.TrimSpace(value)
	}
	if count == 0 {
		return "unknown"
	}
	name := cmp.Or(words["model name"], "unknown")
	if i := strings.Index(name, "@"); i > 0 {
		name = name[:i]
	}
	return fmt.Sprintf("%d × %s, family %s model %s", count, strings.Join(slices.DeleteFunc(strings.Fields(name), func(w string) bool { return w == "CPU" }), " "), words["cpu family"], words["model"])
}
