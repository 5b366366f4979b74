// Observe records its own work and prints in a sentence where the time of the workers went.
//
//	go run ./examples/observe
package main

import (
	"fmt"
	"log"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/trace/record"
)

func main() {
	steps := make([]int, 2_000_000)
	pool := skua.Default()
	// region record
	recording, err := record.Start(pool, record.Config{})
	if err != nil {
		log.Fatal(err) // somebody else records the pool
	}
	par.For(len(steps), func(i int) { steps[i] = collatz(i + 1) })
	fmt.Println(recording.Stop().Verdict())
	// endregion
	fmt.Println(pool.Stats())
}

// collatz returns after how many steps of Collatz's rule n comes to 1.
func collatz(n int) (steps int) {
	for ; n > 1; steps++ {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
	}
	return steps
}
