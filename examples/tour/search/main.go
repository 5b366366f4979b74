// Search ends all branches when one of them has found what it is for.
// region search
package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/skua-go/skua/par"
)

var errFound = errors.New("found")

func main() {
	err := par.ForErr(context.Background(), 100_000, func(_ context.Context, i int) error {
		if d := int64(i) + 2; 9_998_000_099%d == 0 {
			return fmt.Errorf("%w: %d", errFound, d)
		}
		return nil
	})
	fmt.Println(err) // the least: the error of the lowest index counts
}

// endregion
