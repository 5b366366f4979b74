// Cost makes pieces of work of one length as forks, indices or tasks, a second of them or so.
//
//	cost SHAPE PIECES STEPS
package main

import (
	"context"
	"os"
	"strconv"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

var steps int

// spin is a piece. It has no memory of its own, and does not end before it has ended.
func spin() {
	x := uint64(1)
	for range steps {
		x = x*6364136223846793005 + 1442695040888963407
	}
	if x == 0 {
		os.Exit(3)
	}
}

var tree = skua.NewFunc(func(f *skua.Frame[int, struct{}], n int) struct{} {
	if n == 1 {
		spin()
		return struct{}{}
	}
	f.Both(n/2, n-n/2)
	return struct{}{}
})

func main() {
	pieces, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	if steps, err = strconv.Atoi(os.Args[3]); err != nil {
		panic(err)
	}
	switch os.Args[1] {
	case "forks":
		tree.Run(pieces)
	case "indices":
		par.For(pieces, func(int) { spin() })
	case "tasks":
		err = skua.Default().Run(context.Background(), func(w *skua.Worker) error {
			s := skua.NewScope(context.Background(), w)
			for range pieces {
				w.Go(s, func(*skua.Worker) error { spin(); return nil })
			}
			return s.Wait()
		})
	case "alone":
		for range pieces {
			spin()
		}
	default:
		panic("want forks, indices, tasks or alone")
	}
	if err != nil {
		panic(err)
	}
}
