package indices_test

import (
	"fmt"

	"github.com/skua-go/skua/internal/indices"
)

func ExampleCursor() {
	p := indices.NewCursor(0, 10, 2)
	sum := 0
	for p.Next() || p.Reserve() {
		sum += p.Index()
	}
	fmt.Println(sum)
	// Output: 45
}

func ExampleNewCursor() {
	p := indices.NewCursor(0, 6, 3)
	for p.Next() || p.Reserve() {
		fmt.Println(p.Piece())
	}
	// Output:
	// 0 3
	// 3 6
}

func ExampleCursor_Init() {
	var p indices.Cursor
	p.Init(3, 5, 1)
	for p.Next() || p.Reserve() {
		fmt.Println(p.Index())
	}
	// Output:
	// 3
	// 4
}

// A thief has a part of its own, which may be stolen from in turn.
func ExampleCursor_InitSibling() {
	p := indices.NewCursor(0, 8, 1)
	var thief indices.Cursor
	thief.InitSibling(p)
	if lo, hi, ok := p.Steal(); ok {
		thief.Fill(lo, hi)
	}
	for thief.Next() || thief.Reserve() {
		fmt.Print(thief.Index(), " ")
	}
	// Output: 4 5 6 7
}

func ExampleCursor_Fill() {
	p := indices.NewCursor(0, 8, 1)
	var thief indices.Cursor
	thief.InitSibling(p)
	lo, hi, _ := p.Steal()
	thief.Fill(lo, hi)
	fmt.Println(thief.Next(), thief.Index(), thief.Len())
	// Output: true 4 3
}

func ExampleCursor_Next() {
	p := indices.NewCursor(0, 2, 2)
	fmt.Println(p.Next()) // nothing is reserved yet
	p.Reserve()
	fmt.Println(p.Index(), p.Next(), p.Index(), p.Next())
	// Output:
	// false
	// 0 true 1 false
}

func ExampleCursor_Index() {
	p := indices.NewCursor(7, 9, 1)
	p.Reserve()
	fmt.Println(p.Index())
	// Output: 7
}

func ExampleCursor_Reserve() {
	p := indices.NewCursor(0, 9, 4)
	p.Reserve()
	fmt.Println(p.Index(), p.Len())
	// Output: 0 2
}

func ExampleCursor_Piece() {
	p := indices.NewCursor(0, 9, 4)
	p.Reserve()
	p.Next()
	fmt.Println(p.Piece())
	// Output: 1 4
}

// The owner finds a request at its next step, and puts back the rest of its chunk
// as far as the grain allows; the index is good all the same.
func ExampleCursor_Ask() {
	p := indices.NewCursor(0, 9, 4)
	p.Reserve()
	p.Ask()
	fmt.Println(p.Next(), p.Asked(), p.Index(), p.Give())
	// Output: false true 1 false
}

// The loop of an owner that answers.
func ExampleCursor_Asked() {
	p := indices.NewCursor(0, 5, 5)
	p.Reserve()
	p.Ask()
	for n := 1; ; n++ {
		if !p.Next() {
			if !p.Asked() && !p.Reserve() {
				fmt.Println(n)
				break
			}
			p.Give()
		}
	}
	// Output: 5
}

// With chunks of several units the rest of one comes back.
func ExampleCursor_Give() {
	p := indices.NewCursor(0, 1000, 0)
	p.Reserve()
	p.Give()
	fmt.Println(p.Index(), p.Len())
	// Output: 0 999
}

func ExampleCursor_Wanted() {
	p := indices.NewCursor(0, 9, 4)
	p.Ask()
	fmt.Println(p.Wanted())
	// Output: true
}

func ExampleCursor_Elapsed() {
	p := indices.NewCursor(0, 9, 4)
	p.Reserve()
	fmt.Println(p.Elapsed()) // the grain was given, so nobody looks at the clock
	// Output: 0s
}

func ExampleCursor_Drop() {
	p := indices.NewCursor(0, 9, 4)
	p.Reserve()
	p.Drop()
	fmt.Println(p.Next() || p.Reserve(), p.Settle())
	// Output: false 9
}

func ExampleCursor_Settle() {
	p := indices.NewCursor(0, 9, 4)
	p.Reserve()
	fmt.Println(p.Settle(), p.Settle())
	// Output: 4 0
}
