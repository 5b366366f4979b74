// Server gives each caller its deadline, and lets in as many as compute well.
// region server
package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

func main() {
	pool, _ := skua.New(skua.WithGuests(2)) // further callers wait in line
	defer pool.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	err := pool.Run(ctx, func(w *skua.Worker) error {
		par.For(1<<40, func(i int) {}, par.On(w)) // far too much
		return nil
	})
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
}

// endregion
