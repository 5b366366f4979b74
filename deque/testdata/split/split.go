// Package split has the methods of a Split compiled, which is generic, for TestSplit_disassembly.
package split

import (
	_ "sync/atomic" // so that its functions are inlined here too

	"github.com/skua-go/skua/deque"
)

func Use() {
	d := deque.NewSplit[int](false)
	d.Push(new(int))
	d.Pop()
}
