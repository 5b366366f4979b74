package main

import (
	"maps"
	"slices"
	"testing"
)

// Each reason of survivors.txt is about a mutant of today's code.
func TestSurvivorsAreMutants(t *testing.T) {
	why, err := parseReasons(reasons)
	if err != nil {
		t.Fatal(err)
	}
	if len(why) == 0 {
		t.Fatal("survivors.txt gives no reason")
	}
	packages, all := slices.Sorted(maps.Keys(plans)), map[string][]Mutant{}
	for _, pkg := range packages {
		if all[pkg], err = Find("../..", pkg); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range stale(packages, all, why) {
		t.Errorf("survivors.txt names a mutant that is no more: %s", key)
	}
}
