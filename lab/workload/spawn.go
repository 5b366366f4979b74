package workload

import (
	"context"

	"github.com/skua-go/skua"
)

// newScope returns a scope at p without a context of its own.
func newScope(p skua.Place) *skua.Scope { return skua.NewScope(context.Background(), p) }

// wait waits for the tasks of s, which was made at p. They return no errors, so
// one says that the pool is closed or that the run is cancelled. Then wait
// unwinds, as a fork would.
func wait(p skua.Place, s *skua.Scope) {
	if err := s.Wait(); err != nil {
		skua.Poll(p)
		panic(err)
	}
}
