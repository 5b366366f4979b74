package peer

import (
	"cmp"
	"slices"

	"github.com/exascience/pargo/sort"
)

// pargo brings a type to sort for ints and for strings. Its interface is the one
// of Go's package sort and some more; for other types the user writes it.
var (
	pargoQuicksort = Sorter{
		Ints:    func(v []int64) { sort.Sort(pargoList[int64]{v, cmp.Compare[int64]}) },
		Strings: func(v []string) { sort.Sort(sort.StringSlice(v)) },
		Records: func(v []Record) { sort.Sort(pargoList[Record]{v, byKey}) },
	}
	pargoMergesort = Sorter{
		Ints:    func(v []int64) { sort.StableSort(pargoList[int64]{v, cmp.Compare[int64]}) },
		Strings: func(v []string) { sort.StableSort(sort.StringSlice(v)) },
		Records: func(v []Record) { sort.StableSort(pargoList[Record]{v, byKey}) },
	}
)

func byKey(a, b Record) int { return cmp.Compare(a.Key, b.Key) }

// pargoList is a slice as pargo's sorts want it.
type pargoList[E any] struct {
	values  []E
	compare func(a, b E) int
}

func (l pargoList[E]) Len() int           { return len(l.values) }
func (l pargoList[E]) Less(i, j int) bool { return l.compare(l.values[i], l.values[j]) < 0 }
func (l pargoList[E]) Swap(i, j int)      { l.values[i], l.values[j] = l.values[j], l.values[i] }

// SequentialSort sorts [i, j); stable, since StableSort is only as stable as this.
func (l pargoList[E]) SequentialSort(i, j int) { slices.SortStableFunc(l.values[i:j], l.compare) }

// NewTemp returns as much memory again.
func (l pargoList[E]) NewTemp() sort.StableSorter {
	return pargoList[E]{make([]E, len(l.values)), l.compare}
}

// Assign returns a copy from a list of the same type.
func (l pargoList[E]) Assign(source sort.StableSorter) func(i, j, n int) {
	from := source.(pargoList[E])
	return func(i, j, n int) { copy(l.values[i:i+n], from.values[j:j+n]) }
}
