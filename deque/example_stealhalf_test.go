package deque_test

import (
	"fmt"

	"github.com/skua-go/skua/deque"
)

// A worker without tasks takes half of another's at once.
func ExampleStealHalf() {
	busy, idle := deque.NewStealHalf[int](64), deque.NewStealHalf[int](64)
	for task := range 16 {
		busy.Push(&task)
	}
	n, outcome := busy.StealInto(idle)
	fmt.Println(n, outcome, busy.Len(), idle.Len())

	youngest, _ := busy.Pop()
	stolen, _ := idle.Pop()
	fmt.Println(*youngest, *stolen)
	// Output:
	// 8 got 8 8
	// 15 7
}

// Of sixteen items a thief may take half, and of the eight left half again.
func ExampleStealHalf_Stealable() {
	d, thief := deque.NewStealHalf[int](16), deque.NewStealHalf[int](16)
	for task := range 16 {
		d.Push(&task)
	}
	fmt.Println(d.Stealable())
	d.StealInto(thief)
	fmt.Println(d.Stealable())
	// Output:
	// 8 16
	// 4 8
}

// Capacities are powers of two.
func ExampleNewStealHalf() {
	d := deque.NewStealHalf[int](3)
	task := 1
	for d.Push(&task) {
	}
	fmt.Println(d.Len())
	// Output: 4
}

func ExampleStealHalf_Push() {
	d := deque.NewStealHalf[string](1)
	first, second := "first", "second"
	fmt.Println(d.Push(&first), d.Push(&second))
	// Output: true false
}

func ExampleStealHalf_Pop() {
	d := deque.NewStealHalf[int](8)
	for task := range 3 {
		d.Push(&task)
	}
	for task, outcome := d.Pop(); outcome == deque.Got; task, outcome = d.Pop() {
		fmt.Println(*task)
	}
	// Output:
	// 2
	// 1
	// 0
}

func ExampleStealHalf_Steal() {
	d := deque.NewStealHalf[int](8)
	for task := range 2 {
		d.Push(&task)
	}
	oldest, outcome := d.Steal()
	fmt.Println(*oldest, outcome)
	// Output: 0 got
}

// Nothing moves between deques that are about level.
func ExampleStealHalf_StealInto() {
	d, own := deque.NewStealHalf[int](8), deque.NewStealHalf[int](8)
	for task := range 8 {
		d.Push(&task)
	}
	for range 4 {
		n, outcome := d.StealInto(own)
		fmt.Println(n, outcome)
	}
	// Output:
	// 4 got
	// 0 got
	// 0 got
	// 0 got
}

func ExampleStealHalf_Len() {
	d := deque.NewStealHalf[int](8)
	task := 1
	d.Push(&task)
	fmt.Println(d.Len())
	// Output: 1
}
