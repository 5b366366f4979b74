// Command count runs fib serially, or on one worker of skua, for the tool that
// counts its instructions: see count.sh. Nothing imports it.
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"

	"github.com/skua-go/skua"
)

//go:noinline
func seq(n int) int {
	if n < 2 {
		return n
	}
	return seq(n-1) + seq(n-2)
}

func par(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a := par(f.Fork(n-2), n-1)
	b, done := f.Join()
	if !done {
		b = par(f, n-2)
	}
	return a + b
}

func both(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a, b := f.Both(n-1, n-2)
	return a + b
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: count seq|par|both N")
	}
	n, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	pool, err := skua.New(skua.WithWorkers(1))
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	switch os.Args[1] {
	case "seq":
		fmt.Println(seq(n))
	case "par":
		fmt.Println(skua.NewFunc(par).On(pool, n))
	case "both":
		fmt.Println(skua.NewFunc(both).On(pool, n))
	default:
		log.Fatalf("no mode %q", os.Args[1])
	}
}
