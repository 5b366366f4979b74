package tooltest

import (
	"bytes"
	"os"
	"slices"
	"strings"
)

// Logged reads the columns Seq and Host of a joblog.
func Logged(t T, name string) (seqs, hosts []string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, nil // not yet
	}
	title := true
	for line := range strings.Lines(string(data[:bytes.LastIndexByte(data, '\n')+1])) {
		if columns := strings.Split(line, "\t"); !title {
			seqs, hosts = append(seqs, columns[0]), append(hosts, columns[1])
		}
		title = false
	}
	return seqs, hosts
}

// Once wants each of n inputs once in a joblog.
func Once(t T, name string, n int) {
	t.Helper()
	seqs, _ := Logged(t, name)
	slices.Sort(seqs)
	if len(slices.Compact(slices.Clone(seqs))) != n || len(seqs) != n {
		t.Errorf("the joblog has %d lines of %d inputs, want %d: %v", len(seqs), len(slices.Compact(slices.Clone(seqs))), n, seqs)
	}
}
