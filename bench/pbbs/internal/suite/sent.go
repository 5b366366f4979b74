package suite

import (
	"encoding/binary"
	"fmt"
)

// A Sent is a problem for a program in another language: what it gets and what it returns.
type Sent struct {
	Problem string // its name there
	Input   func() []byte
	Answer  func(b []byte) (any, error)
}

// Bytes are numbers and slices of them, in little-endian order.
func Bytes(parts ...any) (b []byte) {
	for _, p := range parts {
		var err error
		if b, err = binary.Append(b, binary.LittleEndian, p); err != nil {
			panic("suite: " + err.Error())
		}
	}
	return b
}

// Numbers makes an answer of what Bytes makes of one slice.
func Numbers[T any](b []byte) (any, error) {
	var one T
	size := binary.Size(one)
	if len(b)%size != 0 {
		return nil, fmt.Errorf("%d bytes, but an element has %d", len(b), size)
	}
	a := make([]T, len(b)/size)
	_, err := binary.Decode(b, binary.LittleEndian, a)
	return a, err
}
