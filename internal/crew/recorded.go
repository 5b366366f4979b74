//go:build !explore

package crew

import "github.com/skua-go/skua/internal/tracer"

// Recorded returns the recording of what the workers do, or nil. Anyone.
func (c *Crew) Recorded() *tracer.Tracer { return c.Recording.Load() }
