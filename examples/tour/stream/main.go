// Stream maps an iterator in order, as far ahead as there are workers.
// region stream
package main

import (
	"bufio"
	"fmt"
	"iter"
	"strings"

	"github.com/skua-go/skua/par"
)

func lines(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for in := bufio.NewScanner(strings.NewReader(text)); in.Scan() && yield(in.Text()); {
		}
	}
}

func main() {
	for line := range par.MapSeq(lines("great skua\narctic skua\n"), strings.ToUpper) {
		fmt.Println(line)
	}
}

// endregion
