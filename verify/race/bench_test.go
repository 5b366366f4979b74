//go:build race

package race

import (
	"context"
	"slices"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/par"
)

// BenchmarkModes is what a race build costs (docs/decisions/0025-race-builds.md).
func BenchmarkModes(b *testing.B) {
	fib := skua.NewFunc(func(f *frame, n int) int {
		if n < 2 {
			return n
		}
		x, y := f.Both(n-1, n-2)
		return x + y
	})
	values := make([]int, 100_000)
	for k := range values {
		values[k] = k * 7919 % len(values)
	}
	sorted := make([]int, len(values))
	for _, program := range []struct {
		name string
		run  func()
	}{
		{"fib=15", func() { fib.Run(15) }},
		{"sort=100000", func() { copy(sorted, values); par.Sort(sorted) }},
		{"map=100000", func() { par.Map(values, func(v int) int { return v + 1 }) }},
		{"scope=1000", func() {
			s := skua.NewScope(context.Background(), skua.Default())
			for range 1000 {
				s.Go(func(*skua.Worker) error { return nil })
			}
			s.Wait()
		}},
	} {
		for _, mode := range []struct {
			name string
			apart.Mode
		}{{"off", apart.Off}, {"sample", apart.Sample}, {"all", apart.All}} {
			b.Run(program.name+"/mode="+mode.name, func(b *testing.B) {
				defer apart.Set(mode.Mode)()
				for b.Loop() {
					program.run()
				}
			})
		}
	}
	if !slices.IsSorted(sorted) {
		b.Error("not sorted")
	}
}
