package par_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

var sortSizes = []int{1000, 10_000, 100_000, 10_000_000}

// record is 64 bytes with a key.
type record struct {
	key int64
	_   [7]int64
}

func byRecord(a, b record) int { return cmp.Compare(a.key, b.key) }

func BenchmarkParSort(b *testing.B) {
	number := func(r *rand.Rand) int64 { return r.Int64() }
	benchSort(b, "int64", number, slices.Sort, func(s []int64) { par.Sort(s) })
	benchSort(b, "float64", (*rand.Rand).NormFloat64, slices.Sort, func(s []float64) { par.Sort(s) })
	benchSort(b, "string", func(r *rand.Rand) string { return fmt.Sprintf("%012x", r.Uint64()>>16) },
		slices.Sort, func(s []string) { par.Sort(s) })
}

func BenchmarkParSortFunc(b *testing.B) {
	benchSort(b, "struct64", func(r *rand.Rand) record { return record{key: r.Int64()} },
		func(s []record) { slices.SortFunc(s, byRecord) }, func(s []record) { par.SortFunc(s, byRecord) })
	benchSort(b, "int64", func(r *rand.Rand) int64 { return r.Int64() },
		func(s []int64) { slices.SortFunc(s, cmp.Compare[int64]) }, func(s []int64) { par.SortFunc(s, cmp.Compare[int64]) })
}

func BenchmarkParSortStableFunc(b *testing.B) {
	benchSort(b, "struct64", func(r *rand.Rand) record { return record{key: r.Int64N(1 << 20)} },
		func(s []record) { slices.SortStableFunc(s, byRecord) }, func(s []record) { par.SortStableFunc(s, byRecord) })
	benchSort(b, "int64", func(r *rand.Rand) int64 { return r.Int64() },
		func(s []int64) { slices.SortStableFunc(s, cmp.Compare[int64]) }, func(s []int64) { par.SortStableFunc(s, cmp.Compare[int64]) })
}

func benchSort[E any](b *testing.B, kind string, element func(r *rand.Rand) E, twin, sort func(s []E)) {
	for _, n := range sortSizes {
		r := rand.New(rand.NewPCG(1, 2))
		var src, s []E // made when a benchmark runs, not when it is filtered out
		for impl, f := range map[string]func(s []E){"slices": twin, "par": sort} {
			b.Run(fmt.Sprintf("kind=%s/n=%d/impl=%s", kind, n, impl), func(b *testing.B) {
				for len(src) < n {
					src = append(src, element(r))
				}
				s = append(s[:0], src...)
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					copy(s, src)
					b.StartTimer()
					f(s)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/element")
			})
		}
	}
}
