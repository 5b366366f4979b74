package workload

import (
	"testing"

	"github.com/skua-go/skua/internal/behaviour/kit"
)

// TestPublishedTrees counts the published trees of 4 million nodes exactly,
// both ways; with -short the one of each kind that tells most: T1 and T3.
func TestPublishedTrees(t *testing.T) {
	pool := kit.NewPool(t, 2)
	names := []string{"T1", "T2", "T3", "T4", "T5"}
	if testing.Short() {
		names = []string{"T1", "T3"}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			in := mustNew(t, "uts", Args{"tree": name})
			if err := in.Check(in.Sequential()); err != nil {
				t.Errorf("sequential: %v", err)
			}
			if err := in.Check(in.Parallel(pool)); err != nil {
				t.Errorf("parallel: %v", err)
			}
		})
	}
}
