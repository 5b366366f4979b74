package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab/gauge"
)

// made is a result on four processors of two cores: half of tree's speed-up is lost, all samples of uts
// with four workers but one are spoilt, and the rest is as expected.
func made() *result {
	r := &result{machine: gauge.Machine{CPU: "Test", Cores: 4, GOMAXPROCS: 4}, workers: powers(4), rounds: 3,
		together: map[int][]float64{1: {1, 1, 1}, 2: {2, 2, 2}, 4: {2, 2, 2}}, times: map[string]map[int]samples{}, room: map[string]map[int]float64{}}
	for _, row := range rows {
		r.times[row.name], r.room[row.name] = map[int]samples{}, map[int]float64{}
		for _, n := range r.workers {
			r.room[row.name][n] = 1e6 / float64(n)
			if row.weak {
				r.room[row.name][n] = 1e6
			}
			for range 3 {
				r.add(row.name, n, time.Duration(r.room[row.name][n]*map[int]float64{1: 1, 2: 1, 4: 2}[n]), 1)
			}
		}
		r.times[row.name][0] = r.times[row.name][1]
	}
	for i := range r.times["tree"][2].good {
		r.times["tree"][2].good[i] *= 2
	}
	r.times["uts"][4] = samples{}
	for _, share := range []float64{0.5, 1, 16} {
		r.add("uts", 4, 500_000, share)
	}
	return r
}

// TestPage wants what is slower than expected in bold, by this machine's own processors, and spoilt
// samples told.
func TestPage(t *testing.T) {
	page := made().markdown()
	for _, want := range []string{
		"# skua on Test\n", "| nothing in common | goroutines that share nothing | 1 | 2 | 2 |",
		"leaves of 1 µs | 1 | **1** (2) | 2 (2) |",
		"beforehand | 1 | 2 (2) | 2 (2) ?2 |",
		"for each worker | 1 | 2 (2) | 2 (2) |",
		"until it begins |  | 500µs (500µs) | 500µs (250µs) |",
		"of 32 million numbers | 1 | 2 | 2 |",
		"\ntree,2,0,1000000\n", "\nuts,4,1,500000\n", "\nscan,0,0,1000000\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if n := strings.Count(page, "**"); n != 4 { // the word Bold, and tree
		t.Errorf("%d marks of bold, want 4", n)
	}
}

// TestRows runs what runs here: the same sum as the serial loop, and the sums of all prefixes.
func TestRows(t *testing.T) {
	for _, row := range rows {
		if (row.run == nil) == (row.args == nil) {
			t.Errorf("%s: it runs here and in the room, or nowhere", row.name)
		}
	}
	p, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	memory(nil)
	memory(p)
	scan(nil)
	want := slices.Clone(sums)
	clear(sums)
	if scan(p); !slices.Equal(sums, want) {
		t.Error("the prefix sums of the pool are not those of the loop")
	}
}

func TestPowers(t *testing.T) {
	for n, want := range map[int][]int{1: {1}, 2: {1, 2}, 6: {1, 2, 4, 6}, 8: {1, 2, 4, 8}, 96: {1, 2, 4, 8, 16, 32, 64, 96}} {
		if got := powers(n); !slices.Equal(got, want) {
			t.Errorf("of %d: %v, want %v", n, got, want)
		}
	}
}

// TestTopology has a machine of two sockets with one core of two threads each, and one that does not tell.
func TestTopology(t *testing.T) {
	sys := t.TempDir()
	if got := topology(sys); got != "cores, sockets and memory are unknown" {
		t.Error(got)
	}
	for name, text := range map[string]string{
		"node/node0/x": "", "node/node1/x": "",
		"cpu/cpu0/topology/thread_siblings_list": "0,2\n", "cpu/cpu0/topology/physical_package_id": "0\n",
		"cpu/cpu1/topology/thread_siblings_list": "1,3\n", "cpu/cpu1/topology/physical_package_id": "1\n",
		"cpu/cpu2/topology/thread_siblings_list": "0,2\n", "cpu/cpu2/topology/physical_package_id": "0\n",
		"cpu/cpu3/topology/thread_siblings_list": "1,3\n", "cpu/cpu3/topology/physical_package_id": "1\n",
	} {
		name = filepath.Join(sys, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := topology(sys); got != "processors 4, cores 2, sockets 2, memories (NUMA) 2" {
		t.Error(got)
	}
}
