package main

import (
	"fmt"
	"regexp"
	"slices"
	"testing"
)

func hundred() []Mutant {
	var out []Mutant
	for i := range 100 {
		out = append(out, Mutant{Key: fmt.Sprint("key ", i), File: "p/p.go", Line: i + 1, Rule: "swap", from: i})
	}
	return out
}

func keys(mutants []Mutant) []string {
	var out []string
	for _, m := range mutants {
		out = append(out, m.Key)
	}
	return out
}

func TestPick(t *testing.T) {
	all := hundred()
	whole := choice{shard: 1, of: 1}
	if got := whole.pick(all); !slices.Equal(keys(got), keys(all)) {
		t.Errorf("without wishes %d of 100 are picked", len(got))
	}
	match := choice{match: regexp.MustCompile(`p\.go:7\b`), shard: 1, of: 1}
	if got := keys(match.pick(all)); !slices.Equal(got, []string{"key 6"}) {
		t.Errorf("line 7 is %q", got)
	}
	few, more := choice{sample: 10, shard: 1, of: 1}.pick(all), choice{sample: 20, shard: 1, of: 1}.pick(all)
	if len(few) != 10 || !slices.IsSortedFunc(few, func(a, b Mutant) int { return a.from - b.from }) {
		t.Errorf("a sample of ten is %q", keys(few))
	}
	for _, key := range keys(few) {
		if !slices.Contains(keys(more), key) {
			t.Errorf("%s is in a sample of ten and not in one of twenty", key)
		}
	}
	if other := (choice{sample: 10, seed: "2", shard: 1, of: 1}).pick(all); slices.Equal(keys(other), keys(few)) {
		t.Error("another seed takes the same sample")
	}
	var parts []string
	for i := range 3 {
		parts = append(parts, keys(choice{shard: i + 1, of: 3}.pick(all))...)
	}
	slices.Sort(parts)
	if want := slices.Sorted(slices.Values(keys(all))); !slices.Equal(parts, want) {
		t.Errorf("three shards together are %d mutants, want each of 100 once", len(parts))
	}
}

func TestParse(t *testing.T) {
	for _, bad := range [][]string{
		{"-shard", "0/2"}, {"-shard", "3/2"}, {"-shard", "x"}, {"-run", "("}, {"-pkg", "bench"}, {"deque"},
	} {
		if _, err := parse(bad); err == nil {
			t.Errorf("%q is no error", bad)
		}
	}
	got, err := parse([]string{"-pkg", "deque,span", "-shard", "2/3", "-sample", "5"})
	if err != nil || !slices.Equal(got.packages, []string{"deque", "span"}) || got.choice.shard != 2 || got.choice.of != 3 || got.choice.sample != 5 {
		t.Errorf("%+v, %v", got, err)
	}
}
