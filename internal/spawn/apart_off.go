//go:build !race || explore

package spawn

import "github.com/skua-go/skua/internal/crew"

// SpawnApart does nothing in this build, and reports false.
func (s *Scope) SpawnApart(any) (is, late bool) { return false, false }

func launched(any) bool { return false }

func (s *Scope) runOne(*crew.Worker) bool { return false }
