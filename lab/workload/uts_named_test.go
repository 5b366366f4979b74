package workload

import "testing"

// TestPublishedTrees counts the published trees of 4 million nodes exactly,
// both ways.
func TestPublishedTrees(t *testing.T) {
	pool := newPool(t, 2)
	for _, name := range []string{"T1", "T2", "T3", "T4", "T5"} {
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
