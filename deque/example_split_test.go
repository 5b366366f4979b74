package deque_test

import (
	"fmt"

	"github.com/skua-go/skua/deque"
)

// A thief that finds nothing leaves a request; the owner serves it where it
// polls, with its oldest item.
func ExampleSplit() {
	var d deque.Split[string]
	for _, task := range []string{"oldest", "middle", "youngest"} {
		d.Push(&task)
	}
	_, outcome := d.Steal()
	fmt.Println(outcome, d.Requested())
	d.Poll()
	stolen, _ := d.Steal()
	popped, _ := d.Pop()
	fmt.Println(*stolen, *popped)
	// Output:
	// empty true
	// oldest youngest
}

// With half set, a request is served with half of what is private.
func ExampleNewSplit() {
	d := deque.NewSplit[int](true)
	for k := range 10 {
		d.Push(&k)
	}
	d.Request()
	fmt.Println(d.Poll(), d.Len(), d.Private())
	// Output: 5 5 5
}

// Poll tells how many items became public, so that the owner knows when to look
// for sleeping thieves.
func ExampleSplit_Poll() {
	var d deque.Split[int]
	d.Push(new(1))
	fmt.Println(d.Poll())
	d.Steal()
	fmt.Println(d.Poll())
	// Output:
	// 0
	// 1
}

// What nobody asked for can be made public as well.
func ExampleSplit_Expose() {
	var d deque.Split[int]
	d.Push(new(1))
	d.Push(new(2))
	fmt.Println(d.Expose(1), d.Len(), d.Private())
	// Output: 1 1 1
}
