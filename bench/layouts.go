package main

import (
	"context"
	"fmt"
	"path/filepath"
)

// build links this program n times from the source in tree, each time with its functions in another
// order, and returns the programs, which it puts into dir.
//
// Where in a line of the cache a function begins is chance, and another program's text moves it. On an
// Intel Xeon a fork of fib took 4.1 to 4.4 ns in functions at the begin of a line and 4.5 to 4.9 in others,
// and the serial function was the faster in the middle. Mytkowicz, Diwan, Hauswirth and Sweeney (Producing
// Wrong Data Without Doing Anything Obviously Wrong, ASPLOS 2009) show how that misleads, and
// Curtsinger and Berger (Stabilizer, ASPLOS 2013) measure over random orders.
func build(ctx context.Context, tree, dir, name string, n int) (programs []string, err error) {
	for k := range n {
		program := filepath.Join(dir, fmt.Sprintf("%s-%d", name, k+1))
		order := fmt.Sprintf("-ldflags=-randlayout=%d", k+1)
		if err := quietly(ctx, tree, "go", "build", order, "-o", program, "github.com/skua-go/skua/bench"); err != nil {
			return nil, err
		}
		programs = append(programs, program)
	}
	return programs, nil
}
