package workload

import (
	"testing"

	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestPublishedTrees counts the published trees of 4 million nodes exactly,
// both ways: by night all, otherwise the one of each kind that tells most, T1 and T3, or T1 only.
func TestPublishedTrees(t *testing.T) {
	pool := kit.NewPool(t, 2)
	most := []string{"T1", "T3"}
	for _, name := range expect.Size(most[:1], most, append(most, "T2", "T4", "T5")) {
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
