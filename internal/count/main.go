// Command count runs fib serially, or on one worker of skua, or pushes to a deque and pops, for the
// tool that counts its instructions: see count.sh. Nothing imports it.
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/deque"
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

// ends is what the owner of a deque calls.
type ends interface {
	Push(*int) bool
	Pop() (*int, deque.Outcome)
}

// nothing is what the loop and two calls of an interface cost.
type nothing struct{}

func (nothing) Push(*int) bool             { return true }
func (nothing) Pop() (*int, deque.Outcome) { return nil, deque.Got }

const burst = 256 // items at a time

var deques = map[string]ends{
	"nothing":   nothing{},
	"chaselev":  new(deque.ChaseLev[int]),
	"abp":       deque.NewABP[int](burst),
	"stealhalf": deque.NewStealHalf[int](burst),
	"split":     new(deque.Split[int]),
	"bwos":      new(deque.BWoS[int]),
	"locked":    new(deque.Locked[int]),
}

// pushPop pushes a burst and pops it, n times.
func pushPop(d ends, n int) {
	item := new(int)
	for range n {
		for range burst {
			d.Push(item)
		}
		for range burst {
			d.Pop()
		}
	}
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: count seq|par|both|DEQUE N")
	}
	n, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	if d := deques[os.Args[1]]; d != nil {
		pushPop(d, n)
		return
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
