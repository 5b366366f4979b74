// Command lines counts the lines of files, several at once, until one cannot be read.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// region lines
func lines(ctx context.Context, files []string) ([]int, error) {
	pool, err := skua.New(skua.WithWorkers(8)) // more than processors: they wait for files
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	return par.MapErr(ctx, files, func(ctx context.Context, name string) (int, error) {
		text, err := os.ReadFile(name)
		return bytes.Count(text, []byte("\n")), err
	}, par.On(pool)) // if files cannot be read, the error of the first of them
}

// endregion

func main() {
	counts, err := lines(context.Background(), os.Args[1:])
	if err != nil {
		log.Fatal(err)
	}
	for i, n := range counts {
		fmt.Println(n, os.Args[1+i])
	}
}
