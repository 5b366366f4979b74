//go:build !race || explore

package loop

import "github.com/skua-go/skua/internal/crew"

// RunApart does nothing in this build, and reports false.
func RunApart(Place, LoopConfig, func(w *crew.Worker) Place) (ran bool) { return false }
