// Server gives each caller its deadline, and lets in as many as compute well.
// region server
package main

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
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
		page := make([]byte, 4096)
		par.For(1<<30, func(int) { crc32.ChecksumIEEE(page) }, par.On(w)) // far too much
		return nil
	})
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
}

// endregion
