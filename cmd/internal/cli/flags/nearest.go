package flags

import (
	"strings"

	"github.com/spf13/pflag"
)

// Nearest names the flag that a mistyped one may stand for: it ends a message, and is empty if none is close,
// or two are.
func Nearest(f *pflag.FlagSet, name string) string {
	var names []string
	f.VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden {
			names = append(names, "--"+flag.Name)
		}
	})
	return Instead("--"+name, names)
}

// Instead is Nearest for words of any kind.
func Instead(word string, names []string) string {
	const far = 3 // edits from which on two names have nothing to do with each other; arbitrary
	near, best := "", min(far, (len(strings.TrimLeft(word, "-"))+1)/2)
	for _, name := range names {
		switch d := edits(word, name); {
		case d < best:
			near, best = name, d
		case d == best && near != "":
			near = ""
		}
	}
	if near == "" {
		return ""
	}
	return "; there is " + near
}

// edits is the number of bytes to insert, remove, replace, or swap with the next that make b of a.
func edits(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
