//go:build !race

package par_test

const raceDetector = false
