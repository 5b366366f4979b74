package deque

import "fmt"

// Outcome says how a removal ended.
type Outcome uint8

const (
	Got   Outcome = iota // an item was taken
	Empty                // the deque held nothing at some instant of the call
	Lost                 // another took the item that was aimed at; try again
)

// String returns the outcome's name in lower case, or a number that is none.
func (o Outcome) String() string {
	if o > Lost {
		return fmt.Sprintf("outcome(%d)", uint8(o))
	}
	return [...]string{"got", "empty", "lost"}[o]
}
