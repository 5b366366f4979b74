package hash

import (
	"encoding/hex"
	"strings"
)

// AppendLine appends the line that sha256sum prints for a file, which ends by a line feed or, as with its
// --zero, by NUL. Before a line feed a name that contains a backslash, line feed or carriage return is
// escaped, and the line then starts with a backslash.
func AppendLine(b []byte, path string, sum Sum, end byte) []byte {
	escape := end == '\n' && strings.ContainsAny(path, "\\\n\r")
	if escape {
		b = append(b, '\\')
	}
	b = hex.AppendEncode(b, sum[:])
	b = append(b, ' ', ' ')
	b = appendName(b, path, escape)
	return append(b, end)
}

// AppendVerdict appends the line that sha256sum --check prints for a file. Here
// only a line feed makes it escape a name, for only that would break the line.
func AppendVerdict(b []byte, path, verdict string) []byte {
	escape := strings.Contains(path, "\n")
	if escape {
		b = append(b, '\\')
	}
	b = appendName(b, path, escape)
	b = append(b, ": "...)
	b = append(b, verdict...)
	return append(b, '\n')
}

var escaper = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", `\r`)

func appendName(b []byte, path string, escape bool) []byte {
	if escape {
		path = escaper.Replace(path)
	}
	return append(b, path...)
}

// unescape undoes the escapes of a name. Other escapes than the three that exist
// make the line malformed, and so does a NUL.
func unescape(name string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c == '\\' {
			i++
			if i == len(name) {
				return "", false
			}
			at := strings.IndexByte(`\nr`, name[i])
			if at < 0 {
				return "", false
			}
			c = "\\\n\r"[at]
		}
		b.WriteByte(c)
	}
	return b.String(), true
}
