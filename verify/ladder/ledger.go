package main

import (
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

const ledgerHead = `# Steps of the checks that passed, each with a hash of all that it depends on; verify/ladder writes it.
# step | hash | date | seconds | processor
`

// readLedger reads the file. One that does not exist is empty, and a line that cannot be read is of a
// step that did not pass.
func readLedger(file string) (*ledger, error) {
	l := &ledger{file, map[string]entry{}}
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), " | ")
		if len(fields) == 5 && !strings.HasPrefix(line, "#") {
			l.entries[fields[0]] = entry{fields[1], fields[2], fields[3], fields[4]}
		}
	}
	return l, nil
}

// note writes that a step passed into the file, whose lines have the order of the steps. Those of steps
// that are gone are forgotten; those that another ladder wrote meanwhile stay.
func (l *ledger) note(step string, e entry, order []string) error {
	now, err := readLedger(l.file)
	if err != nil {
		return err
	}
	l.entries, now.entries[step] = now.entries, e
	var b strings.Builder
	b.WriteString(ledgerHead)
	for _, name := range order {
		if e, ok := l.entries[name]; ok {
			fmt.Fprintf(&b, "%s | %s | %s | %s | %s\n", name, e.hash, e.date, e.seconds, e.processor)
		}
	}
	part := l.file + ".new"
	if err := os.WriteFile(part, []byte(b.String()), 0o666); err != nil {
		return err
	}
	return os.Rename(part, l.file)
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
