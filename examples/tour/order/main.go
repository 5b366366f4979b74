// Order has the output of the serial program, whatever was stolen.
// region order
package main

import (
	"fmt"

	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/strand"
)

func main() {
	primes := strand.NewAppender[int]()
	dice := strand.NewPedigree(42)
	rolls := make([]int, 30)
	par.For(30, func(i int) {
		rolls[i] = 1 + dice.Child(uint64(i)).Rand().IntN(6)
		for d := 2; d < i; d++ {
			if i%d == 0 {
				return
			}
		}
		v := primes.View()
		*v = append(*v, i)
	})
	fmt.Println(primes.Value()[2:], rolls[:6])
}

// endregion
