package deque_test

import (
	"fmt"

	"github.com/skua-go/skua/deque"
)

// Once a block is full it is granted: thieves take its items, the oldest first. The owner takes the
// rest of it back when it has popped what is younger.
func ExampleBWoS() {
	d := deque.NewBWoS[string](3) // so that a block is soon full
	for _, task := range []string{"oldest", "older", "old", "young"} {
		d.Push(&task)
	}
	stolen, _ := d.Steal()
	fmt.Println("stolen:", *stolen)
	for x, outcome := d.Pop(); outcome == deque.Got; x, outcome = d.Pop() {
		fmt.Println("popped:", *x)
	}
	// Output:
	// stolen: oldest
	// popped: young
	// popped: old
	// popped: older
}

// The owner of large blocks has more items to itself.
func ExampleNewBWoS() {
	for _, size := range []int{4, 64} {
		d := deque.NewBWoS[int](size)
		for k := range 10 {
			d.Push(&k)
		}
		fmt.Println(size, d.Len(), d.Private())
	}
	// Output:
	// 4 8 2
	// 64 0 10
}

// A thief that finds no block granted leaves a request, which Poll serves with half of the owner's.
func ExampleBWoS_Poll() {
	var d deque.BWoS[int]
	for k := range 10 {
		d.Push(&k)
	}
	_, outcome := d.Steal()
	fmt.Println(outcome, d.Requested())
	fmt.Println(d.Poll(), d.Len(), d.Private())
	// Output:
	// empty true
	// 5 5 5
}

// What nobody asked for can be made public as well.
func ExampleBWoS_Expose() {
	var d deque.BWoS[int]
	for k := range 10 {
		d.Push(&k)
	}
	fmt.Println(d.Expose(3), d.Len(), d.Private())
	// Output: 3 3 7
}
