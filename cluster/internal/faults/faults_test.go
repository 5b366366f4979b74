//go:build linux

package main

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain plays the roles: the test starts its own binary.
func TestMain(m *testing.M) {
	flag.Parse()
	if *as != "" {
		if err := play(*as); err != nil {
			println(err.Error())
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// try runs a schedule of a few faults with few tasks.
func try(t *testing.T, s schedule) {
	t.Helper()
	v, took, err := execute(s)
	if errors.Is(err, errCannot) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v\n%d executions, %d tasks ran more than once, %d stolen, %d fenced, %v", s, v.executions, v.repeated, v.stolen, v.fenced, took)
	if !v.good() {
		t.Fatal(strings.Join(v.problems, "\n"))
	}
}

func init() { *tasks, *work = 300, 10*time.Millisecond }

func TestKills(t *testing.T) {
	t.Parallel()
	try(t, schedule{where: "shared", policy: "deep", faults: []fault{
		{kind: killNode, at: 50, node: 1},
		{kind: killServer, at: 100},
		{kind: submitTwice, at: 150},
		{kind: killAll, at: 200},
	}})
}

func TestStopAndPartition(t *testing.T) {
	t.Parallel()
	try(t, schedule{where: "network", policy: "deep", faults: []fault{
		{kind: stopNode, at: 50, node: 2, hold: 2 * *lease},
		{kind: partition, at: 60, node: 3, hold: 2 * *lease},
	}})
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	try(t, schedule{where: "server", policy: "give-back", faults: []fault{
		{kind: fullDisk, at: 100, hold: 200 * time.Millisecond},
		{kind: leave, at: 200, node: 1},
	}})
}

// What the store has lost with all the rest is submitted again by who reads it.
func TestReplace(t *testing.T) {
	t.Parallel()
	try(t, schedule{where: "server", policy: "deep", faults: []fault{{kind: replace, at: 100, hold: 100 * time.Millisecond}}})
}

// One of three servers at a time goes.
func TestThree(t *testing.T) {
	t.Parallel()
	try(t, schedule{where: "three", policy: "shallow", faults: []fault{
		{kind: killServer, at: 50, node: 0},
		{kind: stopServer, at: 150, node: 1, hold: 2 * *lease},
	}})
}

// The node that hosts the server starts it again by itself when there is room.
func TestFullDisk_shared(t *testing.T) {
	t.Parallel()
	try(t, schedule{where: "shared", policy: "deep", faults: []fault{{kind: fullDisk, at: 100, hold: time.Second}}})
}

// The same seed draws the same schedule, and all kinds of faults are drawn.
func TestDraw(t *testing.T) {
	drawn := make(map[kind]bool)
	for seed := range uint64(100) {
		s := draw(seed, 3000, time.Second, "")
		if got := draw(seed, 3000, time.Second, ""); got.String() != s.String() {
			t.Fatalf("seed %d draws %v and %v", seed, s, got)
		}
		for _, f := range s.faults {
			drawn[f.kind] = true
		}
		if s.has(partition) && s.where != "network" || s.has(replace) && s.where != "server" {
			t.Fatalf("%v: this cannot be there", s)
		}
	}
	if len(drawn) != len(kinds) {
		t.Fatalf("100 seeds draw %v, want all of %v", drawn, kinds)
	}
}

// The oracle notices what went wrong.
func TestJudge(t *testing.T) {
	const fine = "0 a.1\n1 a.2\n"
	for name, c := range map[string]struct {
		first, second string
		stored        int
		lost, doubled int
		wrong         int
		good          bool
	}{
		"fine":               {first: fine, second: fine, stored: 2, good: true},
		"lost":               {first: "0 a.1\n", second: "0 a.1\n", stored: 1, lost: 1},
		"two results":        {first: fine, second: "0 a.1\n1 a.3\n", stored: 2, doubled: 1},
		"read twice":         {first: "0 a.1\n0 a.1\n1 a.2\n", second: fine, stored: 2, doubled: 1},
		"not its own":        {first: "0 a.2\n1 a.2\n", second: "0 a.2\n1 a.2\n", stored: 2, wrong: 1},
		"never executed":     {first: "0 a.9\n1 a.2\n", second: "0 a.9\n1 a.2\n", stored: 2, wrong: 1},
		"one more is stored": {first: fine, second: fine, stored: 3},
	} {
		dir := t.TempDir()
		log := effects{write(t, dir, "effects", string(effect("0", 1, "a.1"))+string(effect("1", 1, "a.2"))+string(effect("1", 2, "a.3")))}
		v := judge(2, log, write(t, dir, "first", c.first), write(t, dir, "second", c.second), c.stored)
		if v.lost != c.lost || v.doubled != c.doubled || v.wrong != c.wrong || v.good() != c.good {
			t.Errorf("%s: %+v", name, v)
		}
		if v.executions != 3 || v.repeated != 1 {
			t.Errorf("%s: %d executions and %d repeated, want 3 and 1", name, v.executions, v.repeated)
		}
	}
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
