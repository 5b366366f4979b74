package table

import (
	"fmt"
	"math"
	"strconv"

	"github.com/skua-go/skua/bench/internal/drive"
)

// scaled writes x with three digits and the largest unit below it.
func scaled(x float64, step float64, units ...string) string {
	at := 0
	for at+1 < len(units) && math.Abs(x) >= 0.9995*step {
		x /= step
		at++
	}
	return digits(x) + units[at]
}

// digits writes x with three digits, or all of those before the point.
func digits(x float64) string {
	switch size := math.Abs(x); {
	case x == math.Trunc(x) && size < 1e6, size >= 99.95:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case size >= 9.995:
		return strconv.FormatFloat(x, 'f', 1, 64)
	default:
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
}

// Duration writes nanoseconds with three digits and their unit.
func Duration(ns float64) string { return scaled(ns, 1000, " ns", " µs", " ms", " s") }

// Rate writes how many of something there are a second, with three digits.
func Rate(perSecond float64) string {
	if perSecond < 1000 {
		return digits(perSecond)
	}
	return scaled(perSecond, 1000, "", " k", " M")
}

// size writes bytes, in units of 1024.
func size(bytes int64) string { return scaled(float64(bytes), 1024, " B", " KB", " MB", " GB") }

// spread writes a time and its bounds, unless they are the same.
func spread(f drive.Figure) string {
	if f.Low == f.High {
		return Duration(f.Median)
	}
	return fmt.Sprintf("%s (%s–%s)", Duration(f.Median), Duration(f.Low), Duration(f.High))
}
