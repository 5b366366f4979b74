package top

import (
	"fmt"
	"math"
	"strings"

	"github.com/skua-go/skua/dashboard"
)

// signs stand for dashboard.Modes.
const signs = "#/?.~x|! "

// inBars is the order of modes in a bar: what is of no use comes last.
var inBars = [...]int{0, 1, 2, 4, 5, 6, 7, 3, 8}

// shareBar draws shares of modes.
func shareBar(shares [len(dashboard.Modes)]float64, width int) string {
	var b strings.Builder
	sum := 0.0
	for _, m := range inBars {
		sum += shares[m]
		for b.Len() < min(width, int(math.Round(sum*float64(width)))) {
			b.WriteByte(signs[m])
		}
	}
	for b.Len() < width {
		b.WriteByte(' ')
	}
	return b.String()
}

// bar draws a share in two signs.
func bar(width int, share float64, done, left byte) string {
	n := min(width, max(0, int(math.Round(share*float64(width)))))
	return strings.Repeat(string(done), n) + strings.Repeat(string(left), width-n)
}

var blocks = []rune(" ▁▂▃▄▅▆▇█")

// strip draws the last values as small columns, up to the most, or the largest if that is 0.
func strip(values []float64, width int, most float64) string {
	values = values[max(0, len(values)-width):]
	for _, v := range values {
		most = max(most, v)
	}
	out := make([]rune, width)
	for i := range out {
		out[i] = ' '
		if k := i - (width - len(values)); k >= 0 && most > 0 && values[k] > 0 {
			out[i] = blocks[min(8, max(1, int(math.Round(8*values[k]/most))))]
		}
	}
	return string(out)
}

func last(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	return values[len(values)-1]
}

// seconds is a duration in about three digits.
func seconds(s float64) string {
	switch {
	case s == 0:
		return "0"
	case s >= 120:
		return fmt.Sprintf("%d min %d s", int(s)/60, int(s)%60)
	case s >= 0.9995:
		return fmt.Sprintf("%.3g s", s)
	case s >= 0.9995e-3:
		return fmt.Sprintf("%.3g ms", s*1e3)
	case s >= 0.9995e-6:
		return fmt.Sprintf("%.3g µs", s*1e6)
	}
	return fmt.Sprintf("%.3g ns", s*1e9)
}
