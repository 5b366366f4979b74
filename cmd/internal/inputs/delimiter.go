package inputs

import (
	"fmt"
	"strconv"
	"strings"
)

// parseDelimiter returns what -d says: characters, or escapes as in C.
func parseDelimiter(s string) (string, error) {
	var out strings.Builder
	for rest := s; rest != ""; {
		if rest[0] != '\\' {
			out.WriteByte(rest[0])
			rest = rest[1:]
			continue
		}
		c, length, ok := escape(rest[1:])
		if !ok {
			return "", fmt.Errorf(`-d %q: allowed after \ are n t r f v a b \ 0 to 377 and x00 to xff`, s)
		}
		out.WriteByte(c)
		rest = rest[1+length:]
	}
	if out.Len() == 0 {
		return "", fmt.Errorf(`-d: the delimiter is empty; for NUL write -d '\0' or -0`)
	}
	return out.String(), nil
}

// escape returns the character of an escape, without its backslash, and its length.
func escape(s string) (c byte, length int, ok bool) {
	if s == "" {
		return 0, 0, false
	}
	if at := strings.IndexByte(`ntrfvab\`, s[0]); at >= 0 {
		return "\n\t\r\f\v\a\b\\"[at], 1, true
	}
	if s[0] == 'x' {
		c, length = digits(s[1:], 16, 2)
		return c, length + 1, length > 0
	}
	c, length = digits(s, 8, 3)
	return c, length, length > 0
}

// digits returns the number that at most n digits are, if it fits into a byte.
func digits(s string, base, n int) (c byte, length int) {
	for length = min(n, len(s)); length > 0; length-- {
		if v, err := strconv.ParseUint(s[:length], base, 8); err == nil {
			return byte(v), length
		}
	}
	return 0, 0
}
