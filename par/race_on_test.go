//go:build race

package par_test

// raceDetector makes everything about ten times slower.
const raceDetector = true
