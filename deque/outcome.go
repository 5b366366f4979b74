package deque

// Outcome says how a removal ended.
type Outcome uint8

const (
	Got   Outcome = iota // an item was taken
	Empty                // the deque held nothing at some instant of the call
	Lost                 // another took the item that was aimed at; try again
)

// String returns the outcome's name in lower case.
func (o Outcome) String() string {
	return [...]string{"got", "empty", "lost"}[o]
}
