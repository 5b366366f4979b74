package main

import (
	"strings"
	"testing"

	"github.com/skua-go/skua/verify/overlay"
)

// TestMap: each invariant has a fault that is said to break it, and each that a fault is said to break is
// stated; each fault that is said to break any is there, and each fault is on the map.
func TestMap(t *testing.T) {
	text, err := drawn("../..")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, f := range overlay.Faults {
		there[f.Name] = true
		if want := max(1, len(breaksOf(f))); strings.Count(text, " "+f.Name+" ") != want {
			t.Errorf("fault %s is on the map %d times, want %d", f.Name, strings.Count(text, " "+f.Name+" "), want)
		}
	}
	for name := range breaks {
		if !there[name] {
			t.Errorf("no fault is called %s", name)
		}
	}
	all := []rule{{"deque", "abp.go", "I1"}, {"deque", "split.go", "I1"}, {"span", "doc.go", "S1"}}
	in := overlay.Fault{Name: "x", Patches: []overlay.Patch{{File: "deque/split_steal.go"}}}
	for number, want := range map[string]string{"I1": "split.go", "span:S1": "doc.go", "I2": "", "deque:I1": "", "S1": ""} {
		if r, err := broken(all, in, number); r.file != want || (err == nil) != (want != "") {
			t.Errorf("%s is of file %q (%v), want %q", number, r.file, err, want)
		}
	}
}
