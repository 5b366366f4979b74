package par

import (
	"context"
	"fmt"
)

// Gather calls all functions, perhaps at once, and returns their results in their order: Do
// with results. It takes each to be worth a worker of its own, and wakes sleeping workers at
// once. None of the functions may wait for another. Gather has no options; it runs at
// skua.Here(). For results of different types let the functions of Do write variables.
//
// Work O(len(fns)), span O(log len(fns)) and the longest function. Allocates the result and a
// constant number of small objects. Panics as Do does.
func Gather[R any](fns ...func() R) []R {
	for i, f := range fns {
		if f == nil {
			panic(fmt.Sprintf("par: Gather needs functions, but number %d is nil", i))
		}
	}
	out, set := make([]R, len(fns)), resolve(nil)
	set.Eager = true
	mapInto(set, out, fns, func(f func() R) R { return f() })
	return out
}

// GatherErr calls all functions, perhaps at once, until one fails, and returns their results in
// their order, or nil and the error. Errors as ForErr, the first function being index 0;
// otherwise as Gather.
func GatherErr[R any](ctx context.Context, fns ...func(ctx context.Context) (R, error)) ([]R, error) {
	for i, f := range fns {
		if f == nil {
			panic(fmt.Sprintf("par: GatherErr needs functions, but number %d is nil", i))
		}
	}
	out, set := make([]R, len(fns)), resolve(nil)
	set.Eager = true
	err := mapIntoErr(set, "GatherErr", ctx, out, fns, func(ctx context.Context, f func(context.Context) (R, error)) (R, error) {
		return f(ctx)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
