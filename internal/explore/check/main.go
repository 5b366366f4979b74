package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"

	"github.com/skua-go/skua/internal/explore/overlay"
)

// woven are the packages that run under the explorer.
var woven = []string{".", "internal/explore/scenario", "internal/crew", "internal/fork", "internal/loop", "internal/spawn", "internal/sched", "internal/sleep", "deque", "internal/indices", "span", "cluster/shm"}

func main() {
	only := flag.Bool("faults", false, "plant the faults only")
	match := flag.String("match", "", "plant only faults whose name matches this `pattern`")
	longer := flag.Int("longer", 1, "give each exploration so many `times` the time, and plant no faults if that is more than once")
	flag.Parse()
	if *longer < 1 || *longer > 1 && (*only || *match != "") {
		fmt.Fprintf(os.Stderr, "check: -longer %d: want 1 or more, and no -faults or -match with more than 1, which plants no faults\n", *longer)
		os.Exit(2)
	}
	dir, err := os.MkdirTemp("", "skua-explore")
	if err == nil {
		err = check(dir, *only || *match != "", *longer, *match)
		os.RemoveAll(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(1)
	}
}

func check(dir string, faultsOnly bool, longer int, match string) error {
	wanted, err := regexp.Compile(match)
	if err != nil {
		return err
	}
	var clean, planted []func() result
	if !faultsOnly {
		clean = runs(dir, longer)
	}
	if longer == 1 {
		planted = plants(dir, wanted)
	}
	missed := 0
	for r := range inTurn(slices.Concat(clean, planted)) {
		fmt.Print(r.text)
		if r.err != nil {
			return r.err
		}
		if r.missed {
			missed++
		}
	}
	if longer > 1 {
		return nil
	}
	fmt.Printf("%d faults planted, %d found\n", len(planted), len(planted)-missed)
	if missed > 0 {
		return fmt.Errorf("%d faults were not found", missed)
	}
	return nil
}

// weave writes an overlay and returns its file.
func weave(dir string, patches []overlay.Patch) (string, error) {
	small, err := overlay.Named(overlay.Small)
	if err != nil {
		return "", err
	}
	return overlay.Write(dir, overlay.Options{
		Root:     ".",
		Packages: woven,
		Patches:  append(small[:len(small):len(small)], patches...),
	})
}
