package schedule

import (
	"time"

	"github.com/skua-go/skua/internal/direct"
)

// Within makes Explore wait for programs that hang for other times than usual.
func Within(patience, generous time.Duration) Option {
	return func(c *config) { c.limits = direct.Limits{Patience: patience, Generous: generous} }
}
