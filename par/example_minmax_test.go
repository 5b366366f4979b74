package par_test

import (
	"cmp"
	"fmt"

	"github.com/skua-go/skua/par"
)

type bird struct {
	name string
	span int // of the wings, in centimetres
}

func bySpan(a, b bird) int { return cmp.Compare(a.span, b.span) }

var birds = []bird{{"long-tailed", 110}, {"great", 130}, {"brown", 130}, {"arctic", 115}}

func ExampleMinFunc() {
	fmt.Println(par.MinFunc(birds, bySpan).name)
	// Output: long-tailed
}

// Of equal ones it is the first.
func ExampleMaxFunc() {
	fmt.Println(par.MaxFunc(birds, bySpan).name)
	// Output: great
}

func ExampleMinBy() {
	fmt.Println(par.MinBy(birds, func(b bird) int { return b.span }).name)
	// Output: long-tailed
}

// Of equal ones it is the first.
func ExampleMaxBy() {
	fmt.Println(par.MaxBy(birds, func(b bird) int { return len(b.name) }).name)
	// Output: long-tailed
}

func ExampleCountFunc() {
	fmt.Println(par.CountFunc(birds, func(b bird) bool { return b.span > 120 }))
	// Output: 2
}
