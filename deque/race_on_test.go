//go:build race

package deque

const slower = 5 // the race detector's slowdown, by which the crowds do less
