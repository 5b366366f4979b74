// Command squares squares numbers on all processes that name one place:
//
//	go run ./cluster/examples/squares &           # a node
//	go run ./cluster/examples/squares &           # another
//	go run ./cluster/examples/squares -submit 10  # a third, which submits
package main

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/skua-go/skua/cluster"
)

// region squares

// Every process has the handler; only its name and the numbers travel.
var square = cluster.NewFunc("square", func(_ context.Context, n int) (int, error) {
	return n * n, nil
})

// endregion

func main() {
	log.SetFlags(0)
	where := flag.String("join", filepath.Join(os.TempDir(), "squares"), "the `place` where the processes meet")
	numbers := flag.Int("submit", 0, "square the first `n` numbers, then end")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *where, *numbers); err != nil {
		log.Fatal(err)
	}
}

// region run
func run(ctx context.Context, where string, numbers int) error {
	node, err := cluster.Join(ctx, where, cluster.Config{})
	if err != nil {
		return err
	}
	defer node.Close() // gives back what it has not begun
	if numbers == 0 {
		<-ctx.Done() // works for the others until then
		return nil
	}
	for s, err := range square.Map(ctx, node, first(numbers)) {
		if err != nil {
			return err
		}
		fmt.Println(s)
	}
	return nil
}

// endregion

// first yields the numbers below n.
func first(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}
