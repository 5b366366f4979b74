package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible is s with escapes in place of all that a terminal would not show: the names of files
// and the arguments in a message must not change how it looks.
func Visible(s string) string { return escape(s, "") }

// VisibleLines is Visible for texts of several lines.
func VisibleLines(s string) string { return escape(s, "\n\t") }

func escape(s, except string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if unicode.IsPrint(r) && !(r == utf8.RuneError && n == 1) || strings.ContainsRune(except, r) {
			b.WriteString(s[:n])
		} else {
			q := strconv.Quote(s[:n])
			b.WriteString(q[1 : len(q)-1])
		}
		s = s[n:]
	}
	return b.String()
}

// Path is path, quoted if it could confuse the reader or the terminal.
func Path(path string) string {
	q := strconv.Quote(path)
	if q[1:len(q)-1] != path || strings.HasSuffix(path, ":") {
		return q
	}
	return path
}

// Count writes a number with its noun.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Size writes a number of bytes with three or four digits.
func Size(bytes float64) string {
	const units = " kMGTPE"
	i := 0
	for bytes >= 1000 && i < len(units)-1 {
		bytes /= 1000
		i++
	}
	if i == 0 {
		return fmt.Sprintf("%.0f B", bytes)
	}
	return fmt.Sprintf("%.1f %cB", bytes, units[i])
}

// Wrap returns the words of s in lines of at most width columns, which begin with indent, if a word fits.
func Wrap(s, indent string, width int) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(s) {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+n > width:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String() + "\n"
}
