package main

import (
	"context"
	"iter"
)

func serial(ctx context.Context, ids iter.Seq[int], get fetch) iter.Seq2[sum, error] {
	return func(yield func(sum, error) bool) {
		for id := range ids {
			item, err := get(ctx, id)
			if err != nil {
				yield(sum{}, err)
				return
			}
			if !yield(digest(item), nil) {
				return
			}
		}
	}
}
