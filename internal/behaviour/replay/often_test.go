//go:build !race

package replay

import "github.com/skua-go/skua/internal/expect"

// How often programs are recorded, and each recording is replayed.
func records() int { return expect.Size(1, 1, 3) }
func replays() int { return expect.Size(1, 1, 5) }

// often is how often a flaky test is replayed.
func often() int { return expect.Size(5, 5, 100) }
