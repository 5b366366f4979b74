//go:build !race || explore

package pieces

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/fork"
	"github.com/skua-go/skua/internal/loop"
)

// Run does nothing in this build, and reports false.
func Run(loop.Place, loop.LoopConfig, func(w *crew.Worker) loop.Place) (ran bool) { return false }

// Fork does nothing in this build, and reports false.
func Fork(*fork.Stack, fork.Body, uint32) (is bool) { return false }

// Join does nothing in this build, and reports false.
func Join(*fork.Stack, *fork.Slot) (is bool) { return false }
