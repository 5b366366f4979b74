package lab

import (
	"fmt"
	"slices"
	"strings"
)

// Kinds tell the samples of an experiment apart by what they are of, such as a simulation
// or the real scheduler. So a reader sees on which of them a verdict rests, and a test
// wants that each of these can make it fall.
type Kinds struct {
	Columns []string // whose values, in this order, name the kind; none if all samples are of one
	Judged  []string // the verdict depends on each of these; without columns it is one, ""
	Shown   []string // the verdict depends on none of these; they stand beside
	Timed   []string // those of Judged that want free processors: see WithFreeProcessors

	// Alike are groups of judged kinds of which the claim says the same, or so little that the samples of
	// one could be those of another. If two kinds that are not alike are exchanged, the verdict falls.
	Alike [][]string
}

// Of names the kind of a sample: the values that it has in the columns, with spaces
// between. It is "" without columns.
func (k Kinds) Of(r Row) string {
	var words []string
	for _, c := range k.Columns {
		if v, ok := r[c]; ok {
			words = append(words, fmt.Sprint(v))
		}
	}
	return strings.Join(words, " ")
}

// Know reports whether the experiment has samples of the kind.
func (k Kinds) Know(kind string) bool {
	return slices.Contains(k.Judged, kind) || slices.Contains(k.Shown, kind)
}
