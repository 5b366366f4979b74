package steals_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/steals"
)

func ExampleRecord() {
	file := filepath.Join(os.TempDir(), "skua-example-steals")
	defer os.Remove(file)
	pool, err := steals.Record(file)
	if err != nil {
		log.Fatal(err)
	}
	fib := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		if n < 2 {
			return n
		}
		x, y := f.Both(n-1, n-2)
		return x + y
	})
	fmt.Println(fib.On(pool, 10))
	fmt.Println(pool.Close()) // the file is complete
	// Output:
	// 55
	// <nil>
}

func ExampleReplay() {
	file := filepath.Join(os.TempDir(), "skua-example-replay")
	defer os.Remove(file)
	// cut runs a loop and returns where its parts begin: that depends on who steals.
	cut := func(pool *skua.Pool, err error) (parts []int) {
		if err != nil {
			log.Fatal(err)
		}
		var mu sync.Mutex
		loop := skua.Loop{To: 100_000, Body: func(p *skua.Part) {
			for first := true; p.Next(); first = false {
				if first {
					mu.Lock()
					parts = append(parts, p.Index())
					mu.Unlock()
				}
			}
		}}
		loop.Run(pool)
		if err := pool.Close(); err != nil {
			log.Fatal(err) // the program has done something else than when it was recorded
		}
		slices.Sort(parts)
		return parts
	}
	recorded := cut(steals.Record(file, skua.WithWorkers(4)))
	fmt.Println(slices.Equal(cut(steals.Replay(file, skua.WithWorkers(4))), recorded))
	// Output: true
}
