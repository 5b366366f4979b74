package each

import (
	"fmt"
	"sort"
)

// A fitter says how many inputs fit into a command.
type fitter struct {
	limit int  // bytes; 0 for no limit
	exact bool // -x: fewer than asked for is an error
}

// list returns how many of in fit into one command, at least 1.
func (f *fitter) list(t *template, in []input, insert bool, seq int) (int, error) {
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
func (f *fitter) prefix(t *template, in []input, seq int) (n, size int) {
	ends := make([]int, len(in)) // of the values of each input among all
	at := 0
	for i := range in {
		at += len(in[i].args)
		ends[i] = at
	}
	all := flat(in)
	v := &values{seq: seq, slot: 1 << 20} // more digits than any slot has
	length := func(n int) int {
		v.args = all[:ends[n-1]]
		return t.length(v)
	}
	if length(len(in)) <= f.limit {
		return len(in), 0
	}
	n = sort.Search(len(in), func(i int) bool { return length(i+1) > f.limit })
	if n == 0 {
		size = length(1)
	}
	return n, size
}
