//go:build explore

package sched

import (
	"time"

	"github.com/skua-go/skua/internal/crew"
)

// search does not linger: a schedule depends on no clock, and a searcher that lingers does nothing but
// go on as a searcher.
type search struct{}

func beginSearch(*crew.Worker, time.Duration) search { return search{} }

func (s *search) lingers(time.Duration, bool) bool { return false }
func (s *search) finds(func() time.Duration)       {}
func (s *search) wakes(time.Duration)              {}
