package deque_test

import (
	"fmt"

	"github.com/skua-go/skua/deque"
)

// The owner works at the young end, thieves at the old one.
func ExampleLocked() {
	var d deque.Locked[string]
	for _, task := range []string{"oldest", "middle", "youngest"} {
		d.Push(&task)
	}
	stolen, _ := d.Steal()
	popped, _ := d.Pop()
	fmt.Println(*stolen, *popped, d.Len())
	// Output: oldest youngest 1
}

func ExampleLocked_Push() {
	var d deque.Locked[int]
	d.Push(new(1))
	d.Push(new(2))
	fmt.Println(d.Len())
	// Output: 2
}

func ExampleLocked_Pop() {
	var d deque.Locked[int]
	d.Push(new(1))
	d.Push(new(2))
	for {
		x, outcome := d.Pop()
		if outcome == deque.Empty {
			break
		}
		fmt.Println(*x)
	}
	// Output:
	// 2
	// 1
}

// A thief that lost a race tries again; only Empty lets it stop looking.
func ExampleLocked_Steal() {
	var d deque.Locked[int]
	d.Push(new(1))
	d.Push(new(2))
	for {
		x, outcome := d.Steal()
		if outcome == deque.Lost {
			continue
		}
		if outcome == deque.Empty {
			break
		}
		fmt.Println(*x)
	}
	// Output:
	// 1
	// 2
}

func ExampleLocked_Len() {
	var d deque.Locked[int]
	fmt.Println(d.Len())
	d.Push(new(7))
	fmt.Println(d.Len())
	// Output:
	// 0
	// 1
}

func ExampleOutcome() {
	var d deque.Locked[int]
	_, outcome := d.Steal()
	fmt.Println(outcome == deque.Empty)
	// Output: true
}

func ExampleOutcome_String() {
	fmt.Println(deque.Got, deque.Empty, deque.Lost)
	// Output: got empty lost
}
