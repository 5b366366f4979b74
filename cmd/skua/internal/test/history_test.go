//go:build unix

package test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

type record struct {
	Seconds  float64            `json:"seconds"`
	Shuffled int                `json:"shuffled"`
	Tests    map[string]float64 `json:"tests"`
}

// rewrite changes the history in a cache.
func rewrite(t *testing.T, cache string, change func(packages map[string]*record)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(cache, "skua", "test", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("histories %v, %v; want one", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var h struct {
		Version  int                `json:"schema_version"`
		Packages map[string]*record `json:"packages"`
	}
	if err := json.Unmarshal(data, &h); err != nil || h.Version != 1 {
		t.Fatalf("version %d, %v", h.Version, err)
	}
	change(h.Packages)
	if data, err = json.Marshal(h); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(files[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
}

var started = regexp.MustCompile(`"Action":"start","Package":"example.com/suite/(\w+)"`)

// TestHistory: packages start longest first, and are printed in go test's order; a package that
// has passed three times under -shuffle runs in groups if go test would cache nothing; one that
// then clashes does not any more.
func TestHistory(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		out, messages, code := tooltest.Output(t, skuaTest(t, cache, args...))
		if code != 0 {
			t.Fatalf("skua test %q: exit code %d\n%s%s", args, code, out, messages)
		}
		return out + messages
	}
	run("-shuffle=on", "-v", "-p=2", "./mains", "./outside", "./shown")
	rewrite(t, cache, func(packages map[string]*record) {
		for name, seconds := range map[string]float64{"mains": 9, "outside": 11, "shown": 10} {
			r := packages["example.com/suite/"+name]
			if r.Shuffled != 1 || len(r.Tests) == 0 {
				t.Errorf("the history of %s is %+v; want one pass under -shuffle, and its tests", name, r)
			}
			r.Seconds = seconds
		}
		packages["example.com/suite/mains"].Shuffled = 3
		packages["example.com/suite/mains"].Tests = map[string]float64{"TestReady": 4, "TestGone": 4}
		packages["example.com/suite/clash"] = &record{1, 3, nil}
	})
	var order []string
	for _, m := range started.FindAllStringSubmatch(run("-json", "-p=2", "./mains", "./outside", "./shown"), -1) {
		order = append(order, m[1])
	}
	if !slices.Equal(order, []string{"outside", "shown", "mains"}) {
		t.Errorf("packages start in the order %v, want the longest first", order)
	}
	rewrite(t, cache, func(packages map[string]*record) { // in case that go test had no result of that run
		mains := packages["example.com/suite/mains"]
		mains.Seconds, mains.Tests = 9, map[string]float64{"TestReady": 4, "TestGone": 4}
	})
	out := run("-v", "-count=1", "./mains")
	if strings.Count(out, "set up") < 2 || strings.Count(out, "--- PASS") != 2 || strings.Contains(out, "no tests to run") {
		t.Errorf("output\n%s\nwant all tests of mains once, in groups", out)
	}
	if out := run("-count=1", "./clash"); !strings.Contains(out, "clash failed in groups and passed whole") {
		t.Errorf("output %q, want a clash", out)
	}
	if out := run("-count=1", "./clash"); strings.Contains(out, "groups") {
		t.Errorf("output %q, want no groups after a clash", out)
	}
}
