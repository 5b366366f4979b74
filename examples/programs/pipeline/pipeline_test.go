package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
)

var errLost = errors.New("lost on the way")

func quick(_ context.Context, id int) ([]byte, error) { return fmt.Append(nil, id), nil }

// broken waits, and loses one item.
func broken(ctx context.Context, id int) ([]byte, error) {
	if id == 17 {
		return nil, fmt.Errorf("item %d: %w", id, errLost)
	}
	return slow(ctx, id)
}

func collect(seq iter.Seq2[sum, error]) (sums []sum, err error) {
	for s, e := range seq {
		if e != nil {
			return sums, e
		}
		sums = append(sums, s)
	}
	return sums, nil
}

func TestPipeline(t *testing.T) {
	ctx := context.Background()
	got, err := collect(run(ctx, upTo(40), slow))
	want, _ := collect(serial(ctx, upTo(40), quick))
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%d sums, %v, want the %d of the twin in order", len(got), err, len(want))
	}
}

func TestPipelineError(t *testing.T) {
	ctx := context.Background()
	got, err := collect(run(ctx, upTo(40), broken))
	want, _ := collect(serial(ctx, upTo(17), quick))
	if !errors.Is(err, errLost) || err.Error() != "item 17: lost on the way" {
		t.Errorf("got %v, want the error of item 17", err)
	}
	// The failure also stopped what waited, so that a few sums before it may be missing.
	if len(got) > len(want) || !slices.Equal(got, want[:len(got)]) {
		t.Errorf("%d sums before the error, want the first of %d", len(got), len(want))
	}
}

func TestPipelineBreak(t *testing.T) {
	n := 0
	for range run(context.Background(), upTo(1000), slow) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d sums before the break, want 3", n)
	}
}
