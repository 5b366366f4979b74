package cases

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/bench/internal/peer"
	"github.com/skua-go/skua/par"
)

const sortFew = 100 // different numbers of the order "few"

var sortCase = Case{
	ID:       "sort",
	Question: "How long does a sort take? Of numbers, of texts of 16 digits, of structs of 64 bytes with a number to sort by; in random order, sorted already, of a hundred different ones. vqsort has one thread, and sorts numbers only. The time includes no copying of the input.",
	Unit:     "element",
	Rows:     sortRows,
	Want:     sortWant,
	Ways: func() []Way {
		ways := []Way{
			plain("slices.Sort", func(p Params) *Run { return sortRun(p, serialSorter) }),
			own("skua par", func(pool *skua.Pool, p Params) *Run { return sortRun(p, parSorter(pool)) }),
			own("skua stable", func(pool *skua.Pool, p Params) *Run { return sortRun(p, stableSorter(pool)) }),
		}
		ways = together(ways, native("rayon", "tbb", "java", "ips4o", "vqsort", "libstdcxx"), spare("parlay"), []Way{
			{Name: "parlay integer", Native: "parlay", Case: "integer-sort", Spare: true},
		})
		for _, name := range slices.Sorted(maps.Keys(peer.Sorters)) {
			sorter := peer.Sorters[name]
			module, _, _ := strings.Cut(name, " ")
			ways = append(ways, special(name, module, func(p Params, _ int) *Run { return sortRun(p, sorter) }))
		}
		return ways
	},
}

var serialSorter = peer.Sorter{
	Ints:    slices.Sort[[]int64],
	Strings: slices.Sort[[]string],
	Records: func(v []peer.Record) { slices.SortFunc(v, byKey) },
}

func parSorter(pool *skua.Pool) peer.Sorter {
	return peer.Sorter{
		Ints:    func(v []int64) { par.Sort(v, par.On(pool)) },
		Strings: func(v []string) { par.Sort(v, par.On(pool)) },
		Records: func(v []peer.Record) { par.SortFunc(v, byKey, par.On(pool)) },
	}
}

func stableSorter(pool *skua.Pool) peer.Sorter {
	return peer.Sorter{
		Ints:    func(v []int64) { par.SortStableFunc(v, cmp.Compare[int64], par.On(pool)) },
		Strings: func(v []string) { par.SortStableFunc(v, cmp.Compare[string], par.On(pool)) },
		Records: func(v []peer.Record) { par.SortStableFunc(v, byKey, par.On(pool)) },
	}
}

// special makes the way of a function that one peer has for one case.
func special(name, peerName string, start func(p Params, workers int) *Run) Way {
	rival, err := peer.Find(peerName)
	if err != nil {
		panic(err)
	}
	return Way{Name: name, Module: rival.Module, Start: func(p Params, workers int) (*Run, error) {
		return start(p, workers), nil
	}}
}

func byKey(a, b peer.Record) int { return cmp.Compare(a.Key, b.Key) }

func sortRows(full bool) []Params {
	if !full {
		return []Params{
			params("n", 1_000_000, "type", "int64", "order", "random"),
			params("n", 100_000, "type", "string", "order", "few"),
			params("n", 100_000, "type", "struct", "order", "sorted"),
		}
	}
	return []Params{
		params("n", 10_000_000, "type", "int64", "order", "random"),
		params("n", 2_000_000, "type", "string", "order", "random"),
		params("n", 1_000_000, "type", "struct", "order", "random"),
		params("n", 1_000_000, "type", "int64", "order", "sorted"),
		params("n", 1_000_000, "type", "string", "order", "few"),
		params("n", 100_000, "type", "int64", "order", "random"),
	}
}

func sortInput(p Params) []uint64 {
	words := input(p.Int("n"))
	if p.Text("order") == "few" {
		for i := range words {
			words[i] %= sortFew
		}
	}
	return words
}

// sortWant sorts the words as the type does: numbers by their sign, texts not.
func sortWant(p Params) string {
	words := sortInput(p)
	if p.Text("type") == "string" {
		slices.Sort(words)
	} else {
		slices.SortFunc(words, func(a, b uint64) int { return cmp.Compare(int64(a), int64(b)) })
	}
	return check(words)
}

func sortRun(p Params, s peer.Sorter) *Run {
	words := sortInput(p)
	switch p.Text("type") {
	case "int64":
		return sortOf(p, words, s.Ints, func(w uint64) int64 { return int64(w) }, func(v int64) uint64 { return uint64(v) }, cmp.Compare[int64])
	case "string":
		return sortOf(p, words, s.Strings, hexText, hexNumber, strings.Compare)
	default:
		return sortOf(p, words, s.Records, func(w uint64) peer.Record { return peer.Record{Key: int64(w)} },
			func(r peer.Record) uint64 { return uint64(r.Key) }, byKey)
	}
}

func hexText(w uint64) string { return fmt.Sprintf("%016x", w) }

func hexNumber(s string) uint64 {
	n, err := strconv.ParseUint(s, 16, 64)
	must(err)
	return n
}

// sortOf sorts copies of the words as elements of type E.
func sortOf[E any](p Params, words []uint64, sort func([]E), element func(uint64) E, key func(E) uint64, compare func(a, b E) int) *Run {
	from := make([]E, len(words))
	for i, w := range words {
		from[i] = element(w)
	}
	if p.Text("order") == "sorted" {
		slices.SortFunc(from, compare)
	}
	data := make([]E, len(from))
	return &Run{
		Ops:    len(from),
		Before: func() { copy(data, from) },
		Once:   func() { sort(data) },
		Answer: func() string {
			keys := make([]uint64, len(data))
			for i, e := range data {
				keys[i] = key(e)
			}
			return check(keys)
		},
	}
}
