//go:build !race

package deque

const slower = 1
