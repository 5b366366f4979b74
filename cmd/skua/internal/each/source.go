package each

import (
	"context"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
)

// withMemory is a source whose items have the memory that the flags say.
type withMemory struct {
	each.Source
	memory int64
}

// Next is batch.Source.Next.
func (s *withMemory) Next(ctx context.Context, slot int) (*batch.Item, bool) {
	it, ok := s.Source.Next(ctx, slot)
	if ok {
		it.Memory = s.memory
	}
	return it, ok
}

// Weight is batch.Weigher.Weight.
func (s *withMemory) Weight() float64 {
	if w, ok := s.Source.(batch.Weigher); ok {
		return w.Weight()
	}
	return 0
}
