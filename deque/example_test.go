package deque_test

import (
	"fmt"
	"sync"

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

// Only the first item of some need wake a thief.
func ExampleLocked_Put() {
	var d deque.Locked[string]
	for _, task := range []string{"parse", "check"} {
		if d.Put(&task) {
			fmt.Println(task, "wakes a thief")
		}
	}
	fmt.Println(d.Len())
	// Output:
	// parse wakes a thief
	// 2
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

// What is pushed at once is popped in its order.
func ExampleLocked_PushAll() {
	var d deque.Locked[string]
	first, second := "first", "second"
	d.PushAll([]*string{&first, &second})
	x, _ := d.Pop()
	y, _ := d.Pop()
	fmt.Println(*x, *y)
	// Output: first second
}

// The owner takes its youngest task only if it is one of those that it waits for.
func ExampleLocked_PopIf() {
	var d deque.Locked[int]
	for task := range 3 {
		d.Push(&task)
	}
	even := func(task *int) bool { return *task%2 == 0 }
	fmt.Println(*d.PopIf(even), d.PopIf(even), d.Len())
	// Output: 2 <nil> 2
}

// A thief with two tasks of its own takes half of what its victim has more.
func ExampleLocked_StealHalf() {
	var d deque.Locked[int]
	for task := range 12 {
		d.Push(&task)
	}
	into := make([]*int, 32)
	n, outcome := d.StealHalf(into, 2)
	fmt.Println(n, outcome, *into[0], d.Len())
	// Output: 5 got 0 7
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

// A worker looks whether there is a task without taking the lock.
func ExampleLocked_Empty() {
	var d deque.Locked[int]
	fmt.Println(d.Empty())
	d.Push(new(7))
	fmt.Println(d.Empty())
	// Output:
	// true
	// false
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

func ExampleNewABP() {
	d := deque.NewABP[string](3)
	for _, task := range []string{"oldest", "middle", "youngest"} {
		d.Push(&task)
	}
	stolen, _ := d.Steal()
	popped, _ := d.Pop()
	fmt.Println(*stolen, *popped, d.Len())
	// Output: oldest youngest 1
}

// A task for which there is no room is run at once. A stolen item's slot is free
// again only when the owner has found the deque empty.
func ExampleABP_Push() {
	d := deque.NewABP[int](2)
	fmt.Println(d.Push(new(1)), d.Push(new(2)), d.Push(new(3)))
	d.Steal()
	d.Steal()
	fmt.Println(d.Len(), d.Push(new(3)))
	d.Pop()
	fmt.Println(d.Len(), d.Push(new(3)))
	// Output:
	// true true false
	// 0 false
	// 0 true
}

func ExampleABP_Pop() {
	d := deque.NewABP[int](8)
	d.Push(new(1))
	d.Push(new(2))
	for x, outcome := d.Pop(); outcome == deque.Got; x, outcome = d.Pop() {
		fmt.Println(*x)
	}
	// Output:
	// 2
	// 1
}

// Lost is not Empty: the thief tries again.
func ExampleABP_Steal() {
	d := deque.NewABP[int](8)
	d.Push(new(1))
	d.Push(new(2))
	for outcome := deque.Got; outcome != deque.Empty; {
		var x *int
		if x, outcome = d.Steal(); outcome == deque.Got {
			fmt.Println(*x)
		}
	}
	// Output:
	// 1
	// 2
}

func ExampleABP_Len() {
	d := deque.NewABP[int](8)
	d.Push(new(7))
	d.Push(new(8))
	d.Steal()
	fmt.Println(d.Len())
	// Output: 1
}

func ExampleChaseLev() {
	var d deque.ChaseLev[string]
	for _, task := range []string{"oldest", "middle", "youngest"} {
		d.Push(&task)
	}
	stolen, _ := d.Steal()
	popped, _ := d.Pop()
	fmt.Println(*stolen, *popped, d.Len())
	// Output: oldest youngest 1
}

func ExampleChaseLev_Push() {
	var d deque.ChaseLev[int]
	for k := range 1000 {
		d.Push(&k)
	}
	fmt.Println(d.Len())
	// Output: 1000
}

func ExampleChaseLev_Pop() {
	var d deque.ChaseLev[int]
	d.Push(new(1))
	d.Push(new(2))
	for x, outcome := d.Pop(); outcome == deque.Got; x, outcome = d.Pop() {
		fmt.Println(*x)
	}
	// Output:
	// 2
	// 1
}

// A thief that runs beside the owner: together they run each task once.
func ExampleChaseLev_Steal() {
	var d deque.ChaseLev[int]
	for k := range 1000 {
		d.Push(&k)
	}
	var stolen, popped int
	var thief sync.WaitGroup
	thief.Go(func() {
		for outcome := deque.Got; outcome != deque.Empty; {
			if _, outcome = d.Steal(); outcome == deque.Got {
				stolen++
			}
		}
	})
	for _, outcome := d.Pop(); outcome == deque.Got; _, outcome = d.Pop() {
		popped++
	}
	thief.Wait()
	fmt.Println(stolen + popped)
	// Output: 1000
}

func ExampleChaseLev_Len() {
	var d deque.ChaseLev[int]
	d.Push(new(7))
	d.Push(new(8))
	d.Pop()
	fmt.Println(d.Len())
	// Output: 1
}

// A deque counts its owner's compare-and-swaps; built with -tags counters, all that
// is done to shared words.
func ExampleCounts() {
	var d deque.ChaseLev[int]
	d.Push(new(1))
	d.Push(new(2))
	d.Pop()
	counts := d.Counts()
	fmt.Println(counts.Owner.CAS, counts.Thieves.CAS)
	// Output: 0 0
}
