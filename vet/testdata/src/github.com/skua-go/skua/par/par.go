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

func Do(fns ...func())                                                   {}
func For(n int, f func(i int), o ...Option)                              {}
func ForRange(lo, hi int, f func(lo, hi int), o ...Option)               {}
func ForEach[S ~[]E, E any](s S, f func(v E), o ...Option)               {}
func MapInto[S ~[]E, E, R any](dst []R, s S, f func(v E) R, o ...Option) {}
func Map[S ~[]E, E, R any](s S, f func(v E) R, o ...Option) []R          { return nil }
func ForErr(ctx context.Context, n int, f func(ctx context.Context, i int) error, o ...Option) error {
	return nil
}

func Reduce[S ~[]E, E any](s S, id E, op func(a, b E) E, o ...Option) (r E) { return }
func MapReduce[S ~[]E, E, R any](s S, id R, m func(v E) R, op func(a, b R) R, o ...Option) (r R) {
	return
}
func ReduceRange[R any](lo, hi int, id R, f func(lo, hi int) R, op func(a, b R) R, o ...Option) (r R) {
	return
}
func MapReduceN[R any](n int, id R, m func(i int) R, op func(a, b R) R, o ...Option) (r R) { return }
func MapReduceErr[S ~[]E, E, R any](ctx context.Context, s S, id R, m func(ctx context.Context, v E) (R, error), op func(a, b R) R, o ...Option) (r R, err error) {
	return
}
func MapReduceNErr[R any](ctx context.Context, n int, id R, m func(ctx context.Context, i int) (R, error), op func(a, b R) R, o ...Option) (r R, err error) {
	return
}
func ReduceBy[S ~[]E, E any, K comparable, R any](s S, key func(v E) K, m func(v E) R, op func(a, b R) R, o ...Option) map[K]R {
	return nil
}
func Fold[S ~[]E, E, A any](s S, newAcc func() A, add func(acc A, v E) A, combine func(a, b A) A, o ...Option) (a A) {
	return
}
func Scan[S ~[]E, E any](s S, id E, op func(a, b E) E, o ...Option) S        { return nil }
func ScanInto[S ~[]E, E any](dst, s S, id E, op func(a, b E) E, o ...Option) {}
func ScanExclusive[S ~[]E, E any](s S, id E, op func(a, b E) E, o ...Option) (prefix S, total E) {
	return
}
func ScanExclusiveInto[S ~[]E, E any](dst, s S, id E, op func(a, b E) E, o ...Option) (total E) {
	return
}
func SortFunc[S ~[]E, E any](s S, cmp func(a, b E) int, o ...Option) {}

type Chain[T any] struct{ of []T }

func Of[T any](s []T, o ...Option) Chain[T] { return Chain[T]{} }

func (c Chain[T]) Reduce(id T, op func(a, b T) T) T { return id }

type Scope[R any] struct{ results []R }

func NewScope[R any](ctx context.Context, o ...Option) *Scope[R] { return nil }

func (s *Scope[R]) Go(task func(ctx context.Context) (R, error))         {}
func (s *Scope[R]) TryGo(task func(ctx context.Context) (R, error)) bool { return false }
func (s *Scope[R]) Wait() ([]R, error)                                   { return nil, nil }

func Local[T any](fresh func() T) *strand.Holder[T] { return nil }
