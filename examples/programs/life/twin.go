package main

func serial(b *board, n int) *board {
	now, next := *b, board{}
	for range n {
		for row := range size {
			now.step(&next, row)
		}
		now, next = next, now
	}
	return &now
}
