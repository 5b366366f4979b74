// Errors ends a loop at the first error, by index and not by chance.
// region errors
package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/skua-go/skua/par"
)

func main() {
	texts := []string{"1", "2", "three", "4", "five"}
	parse := func(_ context.Context, s string) (int, error) { return strconv.Atoi(s) }
	_, err := par.MapErr(context.Background(), texts, parse)
	fmt.Println(err)
	_, err = par.MapErr(context.Background(), texts, parse, par.AllErrors())
	fmt.Println(err)
}

// endregion
