package each

import (
	"fmt"
	"sort"

	"github.com/skua-go/skua/cmd/internal/template"
)

// A fitter says how many inputs fit into a command.
type fitter struct {
	limit int  // bytes; 0 for no limit
	exact bool // -x: fewer than asked for is an error
}

// list returns how many of in fit into one command, at least 1.
func (f *fitter) list(t *template.Template, in []input, insert bool, seq int) (int, error) {
	if f.limit == 0 || !insert {
		return len(in), nil
	}
	n, size := f.prefix(t, in, seq)
	if n == 0 {
		return 0, fmt.Errorf("a command of %d bytes is too long; allowed are %d (see -s)", size, f.limit)
	}
	if n < len(in) && f.exact {
		return 0, fmt.Errorf("%d inputs do not fit into a command of %d bytes, and -x allows no fewer; %d fit", len(in), f.limit, n)
	}
	return n, nil
}

// prefix returns how many of in fit, and if none does, how long the command with the first is.
// It tries twice as many each time, and then searches between: so the cost depends on how many
// fit, not on how many there are.
func (f *fitter) prefix(t *template.Template, in []input, seq int) (n, size int) {
	length := func(n int) int {
		return t.Length(&template.Values{Args: flat(in[:n]), Seq: seq, Slot: mostSlots})
	}
	fits, try := 0, min(64, len(in))
	for length(try) <= f.limit {
		if fits = try; fits == len(in) {
			return fits, 0
		}
		try = min(2*try, len(in))
	}
	n = fits + sort.Search(try-fits-1, func(i int) bool { return length(fits+i+1) > f.limit })
	if n == 0 {
		size = length(1)
	}
	return n, size
}

// mostSlots is a slot number with as many digits as any has.
const mostSlots = 999
