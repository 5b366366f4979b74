//go:build race

package deque

const raceDetector = true
