// Wait lets tasks that wait give their place to others.
// region wait
package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/skua-go/skua"
)

func main() {
	pool, _ := skua.New(skua.WithWorkers(1))
	defer pool.Close()
	var met sync.WaitGroup // as a network would: nobody goes on before all ten have come
	met.Add(10)
	s := skua.NewScope(context.Background(), pool)
	for range 10 {
		s.Go(func(w *skua.Worker) error {
			met.Done()
			skua.Blocking(w, met.Wait) // without it, one worker would run one task
			return nil
		})
	}
	fmt.Println("all ten have met:", s.Wait())
}

// endregion
