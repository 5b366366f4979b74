// Command pipeline takes items through a stage that waits and one that computes, many
// at a time, and has the results in the order of the items.
package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"log"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

type sum = [sha256.Size]byte

// fetch gets an item from far away. It may fail.
type fetch func(ctx context.Context, id int) ([]byte, error)

// run yields the sums of all items, in order, and an error at last if one fails.
func run(ctx context.Context, ids iter.Seq[int], get fetch) iter.Seq2[sum, error] {
	return par.MapSeqErr(ctx, ids, func(ctx context.Context, id int) (s sum, err error) {
		var item []byte
		skua.Blocking(skua.Here(), func() { item, err = get(ctx, id) })
		if err != nil {
			return sum{}, err
		}
		return digest(item), nil
	})
}

// digest stands for a computation.
func digest(item []byte) sum {
	s := sha256.Sum256(item)
	for range 100 {
		s = sha256.Sum256(s[:])
	}
	return s
}

// slow waits as a network would.
func slow(ctx context.Context, id int) ([]byte, error) {
	select {
	case <-time.After(3 * time.Millisecond):
		return fmt.Append(nil, id), nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func main() {
	start := time.Now()
	n := 0
	for _, err := range run(context.Background(), upTo(1000), slow) {
		if err != nil {
			log.Fatal(err)
		}
		n++
	}
	fmt.Println(n, "items in", time.Since(start))
}
