package expect

// Blocks says which items of a deque in blocks thieves may take, and which are its owner's: a
// deque.BWoS on which one call follows another. The zero value is an empty one. Blocks compare by ==.
type Blocks struct {
	Granted string // how many items each granted block has left, one a byte, the oldest first
	Gone    int    // slots of the first of these that are below its items
	Low     int    // slots of the owner's block that are below its items
	Private int    // the owner's items
}

// Public returns how many items thieves may take.
func (b Blocks) Public() (n int) {
	for _, left := range []byte(b.Granted) {
		n += int(left)
	}
	return n
}

// Push adds an item to the owner's block, or, if its slots are all used, to a new one.
func (b Blocks) Push(slots int) Blocks {
	if b.Low+b.Private == slots {
		b = b.Expose(b.Private)
	}
	b.Private++
	return b
}

// Pop takes the youngest item away, if there is one.
func (b Blocks) Pop() Blocks {
	if last := len(b.Granted) - 1; b.Private == 0 && last >= 0 {
		b.Private, b.Low, b.Granted = int(b.Granted[last]), 0, b.Granted[:last]
		if last == 0 {
			b.Low, b.Gone = b.Gone, 0
		}
	}
	b.Private = max(0, b.Private-1)
	return b
}

// Steal takes the oldest item away. One is granted.
func (b Blocks) Steal() Blocks {
	left := b.Granted[0] - 1
	b.Gone++
	b.Granted = b.Granted[1:]
	if left > 0 {
		b.Granted = string([]byte{left}) + b.Granted
	} else {
		b.Gone = 0
	}
	return b
}

// Expose grants the oldest n of the owner's items, which it has.
func (b Blocks) Expose(n int) Blocks {
	if n == 0 {
		return b
	}
	if b.Granted == "" {
		b.Gone = b.Low
	}
	b.Granted += string([]byte{byte(n)})
	b.Low = 0
	b.Private -= n
	return b
}
