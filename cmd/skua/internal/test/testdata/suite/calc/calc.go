// Package calc has statements to cover.
package calc

func Sum(a, b int) int {
	if a == 0 {
		return b
	}
	return a + b
}

func Sign(n int) string {
	switch {
	case n < 0:
		return "-"
	case n > 0:
		return "+"
	}
	return ""
}

func Unused() int { return 7 }
