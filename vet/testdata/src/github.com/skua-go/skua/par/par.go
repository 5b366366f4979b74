// Package par is what the tests need of the real one: signatures.
package par

import (
	"context"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/strand"
)

type Option interface{ apply() }

func On(p skua.Place) Option  { return nil }
func Sequential() Option      { return nil }
func MaxWorkers(n int) Option { return nil }
func Grain(n int) Option      { return nil }

func Do(fns ...func())                                          {}
func For(n int, f func(i int), o ...Option)                     {}
func ForEach[S ~[]E, E any](s S, f func(v E), o ...Option)      {}
func Map[S ~[]E, E, R any](s S, f func(v E) R, o ...Option) []R { return nil }
func ForErr(ctx context.Context, n int, f func(ctx context.Context, i int) error, o ...Option) error {
	return nil
}
func Local[T any](fresh func() T) *strand.Holder[T] { return nil }
