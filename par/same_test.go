package par_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/version"
	"io/fs"
	"iter"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/strand"
)

// same is the input of the test of the promise that results do not depend on the workers: long
// enough to be stolen, and of numbers whose sums depend on the order.
type same struct {
	floats []float64
	ints   []int
	words  []string
	sorted []float64
	many   []item // of few keys
}

func newSame() *same {
	g := rand.New(rand.NewPCG(5, 6))
	in := new(same)
	for i := range 20_000 { // more blocks than the least size of a block hides
		in.floats = append(in.floats, math.Ldexp(g.NormFloat64(), g.IntN(60)-30))
		in.ints = append(in.ints, g.IntN(1000))
		in.words = append(in.words, fmt.Sprintf("%x%d", g.IntN(50), i%7))
	}
	in.sorted = slices.Sorted(slices.Values(in.floats))
	for k := range 8 {
		for i, v := range in.ints {
			in.many = append(in.many, item{(v*(k+7) + i) % 211, len(in.many)})
		}
	}
	return in
}

// item is an element whose order among equals shows.
type item struct{ key, at int }

func (in *same) items() []item {
	out := make([]item, len(in.ints))
	for i, v := range in.ints {
		out[i] = item{v % 50, i}
	}
	return out
}

// long returns many items of few keys.
func (in *same) long() []item { return slices.Clone(in.many) }

// digest is a number that depends on each item and on its place.
func digest(s []item) (d uint64) {
	for _, v := range s {
		d = d*6364136223846793005 + uint64(v.key)<<32 + uint64(v.at) // Knuth's MMIX
	}
	return d
}

func sumOf(a, b float64) float64 { jolt(); return a + b }

func third(v float64) float64 { jolt(); return v / 3 }

func isEven(v int) bool { jolt(); return v%2 == 0 }

func inItems(a, b item) int { return cmp.Compare(a.key, b.key) }

func keyOf(v item) int { jolt(); return v.key }

// log runs f with a reducer that appends, and returns what f appended.
func log(f func(note func(int))) []int {
	r := strand.NewAppender[int]()
	before := len(*r.View())
	f(func(v int) {
		jolt()
		view := r.View()
		*view = append(*view, v)
	})
	return (*r.View())[before:]
}

// seq is the integers as an iterator.
func (in *same) seq() iter.Seq[int] { return slices.Values(in.ints) }

var errOdd = errors.New("planned")

// failing returns an error, for one index only: which of several comes out is for timing to say.
func failing(i int) error {
	if i == 777 {
		return errOdd
	}
	return nil
}

// panicking returns what f panics with.
func panicking(f func()) (v any) {
	defer func() {
		v = recover()
		if e, ok := v.(*skua.PanicError); ok {
			v = e.Value
		}
	}()
	f()
	return nil
}

// walked returns what walk visits; its calls have no order.
func walked(walk func(fs.WalkDirFunc) error) any {
	var all seen
	err := walk(func(name string, d fs.DirEntry, err error) error { all.add(name, d, err); return nil })
	slices.Sort(all.calls)
	return []any{all.calls, err}
}

// broken yields the elements of s, and then an error.
func broken(s []int) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for _, v := range s {
			if !yield(v, nil) {
				return
			}
		}
		yield(0, errOdd)
	}
}

// pairsOf returns the pairs of seq.
func pairsOf(seq iter.Seq2[int, error]) (all []any) {
	for v, err := range seq {
		all = append(all, v, err)
	}
	return all
}

// sameCases has what each exported function returns. A function may have several cases, behind a slash.
var sameCases = map[string]func(in *same, o par.Option) any{
	"For": func(in *same, o par.Option) any {
		return log(func(note func(int)) { par.For(len(in.ints), note, o) })
	},
	"For/panics": func(in *same, o par.Option) any {
		return panicking(func() {
			par.For(len(in.ints), func(i int) {
				if err := failing(i); err != nil {
					panic(err)
				}
			}, o)
		})
	},
	"ForRange": func(in *same, o par.Option) any {
		return log(func(note func(int)) {
			par.ForRange(0, len(in.ints), func(lo, hi int) {
				for i := lo; i < hi; i++ {
					note(i)
				}
			}, o)
		})
	},
	"ForEach": func(in *same, o par.Option) any {
		return log(func(note func(int)) { par.ForEach(in.ints, note, o) })
	},
	"Chunks": func(in *same, o par.Option) any {
		return log(func(note func(int)) { par.Chunks(in.ints, 7, func(c []int) { note(c[0] + len(c)) }, o) })
	},
	"Do": func(in *same, o par.Option) any {
		return log(func(note func(int)) { par.Do(func() { note(1) }, func() { note(2) }, func() { note(3) }) })
	},
	"DoErr": func(in *same, o par.Option) any {
		return par.DoErr(context.Background(), func(context.Context) error { return nil }, func(context.Context) error { return errOdd })
	},
	"ForErr": func(in *same, o par.Option) any {
		return par.ForErr(context.Background(), 1000, func(_ context.Context, i int) error { return failing(i) }, o)
	},
	"ForRangeErr": func(in *same, o par.Option) any {
		return par.ForRangeErr(context.Background(), 0, 1000, func(_ context.Context, lo, hi int) error {
			if lo <= 777 && 777 < hi {
				return failing(777)
			}
			return nil
		}, o)
	},
	"ForEachErr": func(in *same, o par.Option) any {
		return par.ForEachErr(context.Background(), in.items(), func(_ context.Context, v item) error { return failing(v.at) }, o)
	},
	"ChunksErr": func(in *same, o par.Option) any {
		return par.ChunksErr(context.Background(), in.items(), 10, func(_ context.Context, c []item) error { return failing(c[0].at + 7) }, o)
	},
	"Map": func(in *same, o par.Option) any { return par.Map(in.floats, third, o) },
	"Map/notes": func(in *same, o par.Option) any {
		return log(func(note func(int)) { par.Map(in.ints, func(v int) bool { note(v); return true }, o) })
	},
	"MapInto": func(in *same, o par.Option) any {
		d := make([]float64, len(in.floats))
		par.MapInto(d, in.floats, third, o)
		return d
	},
	"MapErr": func(in *same, o par.Option) any {
		got, err := par.MapErr(context.Background(), in.ints, func(_ context.Context, v int) (int, error) { return 2 * v, nil }, o)
		return []any{got, err}
	},
	"MapIntoErr": func(in *same, o par.Option) any {
		d := make([]int, len(in.ints))
		err := par.MapIntoErr(context.Background(), d, in.ints, func(_ context.Context, v int) (int, error) { return 2 * v, nil }, o)
		return []any{d, err}
	},
	"MapN": func(in *same, o par.Option) any {
		return par.MapN(len(in.floats), func(i int) float64 { return third(in.floats[i]) }, o)
	},
	"MapNErr": func(in *same, o par.Option) any {
		got, err := par.MapNErr(context.Background(), 1000, func(_ context.Context, i int) (int, error) { return 2 * i, failing(i) }, o)
		return []any{got, err}
	},
	"ReduceRange": func(in *same, o par.Option) any {
		return par.ReduceRange(0, len(in.floats), 0.5, func(lo, hi int) (sum float64) {
			jolt()
			for _, v := range in.floats[lo:hi] {
				sum += third(v)
			}
			return sum
		}, sumOf, o)
	},
	"MapReduceN": func(in *same, o par.Option) any {
		return par.MapReduceN(len(in.floats), 0.5, func(i int) float64 { return third(in.floats[i]) }, sumOf, o)
	},
	"MapReduceNErr": func(in *same, o par.Option) any {
		got, err := par.MapReduceNErr(context.Background(), len(in.floats), 0.5,
			func(_ context.Context, i int) (float64, error) { return in.floats[i] / 3, nil }, sumOf, o)
		return []any{got, err}
	},
	"FlatMap": func(in *same, o par.Option) any {
		return par.FlatMap(in.ints, func(v int) []int { jolt(); return in.ints[:v%7] }, o)
	},
	"FlatMapErr": func(in *same, o par.Option) any {
		got, err := par.FlatMapErr(context.Background(), in.ints, func(_ context.Context, v int) ([]int, error) { return in.ints[:v%7], nil }, o)
		return []any{got, err}
	},
	"FilterMap": func(in *same, o par.Option) any {
		return par.FilterMap(in.ints, func(v int) (int, bool) { jolt(); return -v, v%3 > 0 }, o)
	},
	"Gather": func(in *same, o par.Option) any {
		return par.Gather(func() int { jolt(); return 1 }, func() int { return 2 }, func() int { return 3 })
	},
	"GatherErr": func(in *same, o par.Option) any {
		got, err := par.GatherErr(context.Background(),
			func(context.Context) (int, error) { return 1, nil }, func(context.Context) (int, error) { return 2, errOdd })
		return []any{got, err}
	},
	"CountBy": func(in *same, o par.Option) any {
		return par.CountBy(in.words, func(s string) string { jolt(); return s }, o)
	},
	"ReduceBy": func(in *same, o par.Option) any {
		return par.ReduceBy(in.floats, func(v float64) int { return int(math.Abs(v)) % 7 }, third, sumOf, o)
	},
	"TopK":     func(in *same, o par.Option) any { return par.TopK(in.floats, 100, o) },
	"TopKFunc": func(in *same, o par.Option) any { return par.TopKFunc(in.items(), 100, inItems, o) },
	"TopKFunc/most": func(in *same, o par.Option) any {
		return par.TopKFunc(in.items(), 5000, inItems, o)
	},
	"Unique": func(in *same, o par.Option) any { return par.Unique(in.words, o) },
	"UniqueBy": func(in *same, o par.Option) any {
		return par.UniqueBy(in.items(), func(v item) int { jolt(); return v.key * v.at % 1009 }, o)
	},
	"SortBy": func(in *same, o par.Option) any {
		s := in.items()
		par.SortBy(s, func(v item) int { jolt(); return v.key }, o)
		return s
	},
	"SortBy/floats": func(in *same, o par.Option) any {
		s := in.long()
		par.SortBy(s, func(v item) float64 { return in.floats[v.key] }, o)
		return digest(s)
	},
	"Shuffle": func(in *same, o par.Option) any { s := in.items(); par.Shuffle(s, 7, o); return s },
	"Shuffle/long": func(in *same, o par.Option) any {
		s := in.long()
		par.Shuffle(s, 7, o)
		return digest(s)
	},
	"FilterSeq": func(in *same, o par.Option) any { return slices.Collect(par.FilterSeq(in.seq(), isEven, o)) },
	"FlatMapSeq": func(in *same, o par.Option) any {
		return slices.Collect(par.FlatMapSeq(in.seq(), func(v int) []int { return in.ints[:v%7] }, o))
	},
	"FilterSeqErr": func(in *same, o par.Option) any {
		return pairsOf(par.FilterSeqErr(context.Background(), in.seq(), func(_ context.Context, v int) (bool, error) { return isEven(v), nil }, o))
	},
	"FlatMapSeqErr": func(in *same, o par.Option) any {
		return pairsOf(par.FlatMapSeqErr(context.Background(), in.seq(), func(_ context.Context, v int) ([]int, error) { return in.ints[:v%7], nil }, o))
	},
	"ForSeq2Err": func(in *same, o par.Option) any {
		return log(func(note func(int)) {
			err := par.ForSeq2Err(context.Background(), broken(in.ints[:5000]), func(_ context.Context, v int) error { return nil }, o)
			note(len(err.Error()))
		})
	},
	"MapSeq2Err": func(in *same, o par.Option) any {
		return pairsOf(par.MapSeq2Err(context.Background(), broken(in.ints[:5000]), func(_ context.Context, v int) (int, error) { jolt(); return 2 * v, nil }, o))
	},
	"NewScope": func(in *same, o par.Option) any {
		scope := par.NewScope[float64](context.Background(), o)
		for _, v := range in.floats {
			scope.Go(func(context.Context) (float64, error) { return third(v), nil })
		}
		got, err := scope.Wait()
		return []any{got, err}
	},
	"WalkFS": func(in *same, o par.Option) any {
		return walked(func(fn fs.WalkDirFunc) error { return par.WalkFS(context.Background(), manyFiles(1000), ".", fn, o) })
	},
	"WalkDir": func(in *same, o par.Option) any {
		return walked(func(fn fs.WalkDirFunc) error { return par.WalkDir(context.Background(), ".", fn, o) })
	},
	"Filter": func(in *same, o par.Option) any { return par.Filter(in.ints, isEven, o) },
	"Partition": func(in *same, o par.Option) any {
		yes, no := par.Partition(in.ints, isEven, o)
		return [][]int{yes, no}
	},
	"Reduce": func(in *same, o par.Option) any { return par.Reduce(in.floats, 0.5, sumOf, o) },
	"MapReduce": func(in *same, o par.Option) any {
		return par.MapReduce(in.floats, 0.5, third, sumOf, o)
	},
	"MapReduceErr": func(in *same, o par.Option) any {
		got, err := par.MapReduceErr(context.Background(), in.floats, 0.5,
			func(_ context.Context, v float64) (float64, error) { return v / 3, nil }, sumOf, o)
		return []any{got, err}
	},
	"Fold": func(in *same, o par.Option) any {
		return par.Fold(in.floats, func() float64 { return 0 }, sumOf, sumOf, o)
	},
	"Fold/map": func(in *same, o par.Option) any {
		return par.Fold(in.words, func() map[string]int { return map[string]int{} },
			func(m map[string]int, s string) map[string]int { m[s]++; return m },
			func(a, b map[string]int) map[string]int {
				for k, n := range b {
					a[k] += n
				}
				return a
			}, o)
	},
	"Scan": func(in *same, o par.Option) any { return par.Scan(in.floats, 0.5, sumOf, o) },
	"ScanInto": func(in *same, o par.Option) any {
		d := make([]float64, len(in.floats))
		par.ScanInto(d, in.floats, 0.5, sumOf, o)
		return d
	},
	"Scan/integers": func(in *same, o par.Option) any {
		last := func(_, b int) int { jolt(); return b }
		prefix, total := par.ScanExclusive(in.ints, -1, last, o)
		return []any{prefix, total, par.Scan(in.ints, -1, last, o)}
	},
	"PrefixSum": func(in *same, o par.Option) any { return par.PrefixSum(in.floats, o) },
	"PrefixSumInto": func(in *same, o par.Option) any {
		d, e := make([]float64, len(in.floats)), slices.Clone(in.ints)
		par.PrefixSumInto(d, in.floats, o)
		par.PrefixSumInto(e, e, o)
		return []any{d, e}
	},
	"ScanExclusive": func(in *same, o par.Option) any {
		prefix, total := par.ScanExclusive(in.floats, 0.5, sumOf, o)
		return []any{prefix, total}
	},
	"ScanExclusiveInto": func(in *same, o par.Option) any {
		d := make([]float64, len(in.floats))
		total := par.ScanExclusiveInto(d, in.floats, 0.5, sumOf, o)
		return []any{d, total}
	},
	"Sum":          func(in *same, o par.Option) any { return par.Sum(in.floats, o) },
	"Min":          func(in *same, o par.Option) any { return par.Min(in.floats, o) },
	"Max":          func(in *same, o par.Option) any { return par.Max(in.words, o) },
	"MinFunc":      func(in *same, o par.Option) any { return par.MinFunc(in.items(), inItems, o) },
	"MaxFunc":      func(in *same, o par.Option) any { return par.MaxFunc(in.items(), inItems, o) },
	"MinBy":        func(in *same, o par.Option) any { return par.MinBy(in.items(), keyOf, o) },
	"MaxBy":        func(in *same, o par.Option) any { return par.MaxBy(in.items(), keyOf, o) },
	"CountFunc":    func(in *same, o par.Option) any { return par.CountFunc(in.ints, isEven, o) },
	"Index":        func(in *same, o par.Option) any { return par.Index(in.ints, in.ints[4000], o) },
	"Contains":     func(in *same, o par.Option) any { return par.Contains(in.ints, in.ints[4000], o) },
	"IndexFunc":    func(in *same, o par.Option) any { return par.IndexFunc(in.ints, isEven, o) },
	"ContainsFunc": func(in *same, o par.Option) any { return par.ContainsFunc(in.ints, isEven, o) },
	"AllFunc":      func(in *same, o par.Option) any { return par.AllFunc(in.ints, isEven, o) },
	"GroupBy": func(in *same, o par.Option) any {
		return par.GroupBy(in.items(), func(v item) int { return v.key }, o)
	},
	"Histogram": func(in *same, o par.Option) any { return par.Histogram(in.ints, 1000, func(v int) int { return v }, o) },
	"Flatten": func(in *same, o par.Option) any {
		return par.Flatten(slices.Collect(slices.Chunk(in.ints, 11)), o)
	},
	"Sort":           func(in *same, o par.Option) any { s := slices.Clone(in.floats); par.Sort(s, o); return s },
	"Sort/strings":   func(in *same, o par.Option) any { s := slices.Clone(in.words); par.Sort(s, o); return s },
	"SortStableFunc": func(in *same, o par.Option) any { s := in.items(); par.SortStableFunc(s, inItems, o); return s },
	"SortFunc":       func(in *same, o par.Option) any { s := in.items(); par.SortFunc(s, inItems, o); return s },
	// Long enough for all workers to divide the slice together.
	"SortFunc/long": func(in *same, o par.Option) any {
		s := in.long()
		par.SortFunc(s, inItems, o)
		return digest(s)
	},
	"SortStableFunc/long": func(in *same, o par.Option) any {
		s := in.long()
		par.SortStableFunc(s, inItems, o)
		return digest(s)
	},
	"Merge": func(in *same, o par.Option) any { return par.Merge(in.sorted, in.sorted, o) },
	"MergeFunc": func(in *same, o par.Option) any {
		a, b := in.items(), in.items()
		slices.SortStableFunc(a, inItems)
		slices.SortStableFunc(b, inItems)
		for i := range b {
			b[i].at += len(a)
		}
		return par.MergeFunc(a, b, inItems, o)
	},
	"MapSeq": func(in *same, o par.Option) any {
		return slices.Collect(par.MapSeq(in.seq(), func(v int) int { return 2 * v }, o))
	},
	"MapSeqErr": func(in *same, o par.Option) any {
		var got []int
		for v, err := range par.MapSeqErr(context.Background(), in.seq(), func(_ context.Context, v int) (int, error) { return 2 * v, nil }, o) {
			got = append(got, v)
			if err != nil {
				return err
			}
		}
		return got
	},
	"ForSeq": func(in *same, o par.Option) any {
		got := log(func(note func(int)) { par.ForSeq(in.seq(), note, o) })
		slices.Sort(got) // its calls have no order
		return got
	},
	"ForSeq2": func(in *same, o par.Option) any {
		got := log(func(note func(int)) {
			par.ForSeq2(slices.All(slices.Collect(in.seq())), func(k, v int) { note(3*k + v) }, o)
		})
		slices.Sort(got) // its calls have no order
		return got
	},
	"MapSeq2": func(in *same, o par.Option) any {
		var got []int
		for k, v := range par.MapSeq2(slices.All(slices.Collect(in.seq())), func(k, v int) int { return k ^ v }, o) {
			got = append(got, k, v)
		}
		return got
	},
	"ForSeqErr": func(in *same, o par.Option) any {
		return par.ForSeqErr(context.Background(), slices.Values([]int{1, 777, 3}), func(_ context.Context, i int) error { return failing(i) }, o)
	},
	"Local": func(in *same, o par.Option) any {
		scratch := par.Local(func() []int { return nil })
		return par.Map(in.ints, func(v int) int {
			s := scratch.View()
			*s = append((*s)[:0], v, v+1)
			return (*s)[0] * (*s)[1]
		}, o)
	},
}

// TestSameBytes: each exported function gives the same bytes for every number of workers.
func TestSameBytes(t *testing.T) {
	in := newSame()
	for name, f := range sameCases {
		t.Run(name, func(t *testing.T) {
			bytes := func(o par.Option) string { return text(f(in, o)) }
			noThieves.Store(true)
			want := bytes(par.Sequential())
			noThieves.Store(false)
			for _, workers := range size([]int{8}, []int{1, 64}, []int{1, 2, 8, 64}) {
				p := pool(workers)
				for range size(1, 1, 4) {
					if got := bytes(par.On(p)); got != want {
						t.Fatalf("%d workers, on the pool: %s", workers, firstChange(got, want))
					}
					if workers == 1 && !size(false, false, true) {
						continue // a task that is alone does as its pool does
					}
					var got string
					p.Run(context.Background(), func(*skua.Worker) error { got = bytes(par.Option{}); return nil })
					if got != want {
						t.Fatalf("%d workers, in a task: %s", workers, firstChange(got, want))
					}
				}
			}
		})
	}
}

// text is what tells results apart: the bits of lists of numbers, which %#v would take long for,
// and what %#v makes of everything else.
func text(v any) string {
	switch v := v.(type) {
	case []any:
		var all []string
		for _, e := range v {
			all = append(all, text(e))
		}
		return joined(all)
	case []float64:
		return raw(v)
	case []int:
		return raw(v)
	case []item:
		return raw(v)
	case [][]int:
		var all []string
		for _, e := range v {
			all = append(all, raw(e))
		}
		return joined(all)
	}
	return fmt.Sprintf("%#v", v)
}

// joined puts each text behind its length, so that it is clear where one ends.
func joined(all []string) string {
	var b strings.Builder
	for _, s := range all {
		fmt.Fprintf(&b, "%d:", len(s))
		b.WriteString(s)
	}
	return b.String()
}

// raw is the type of s, and its bytes. It tells no nil from an empty list, so that is said too.
func raw[E any](s []E) string {
	var e E
	head := fmt.Sprintf("%T nil=%t len=%d ", s, s == nil, len(s))
	// SAFETY: E has no pointers and no padding, and the bytes are copied while s is alive.
	return head + string(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(e))))
}

func firstChange(got, want string) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	part := func(s string) string { return s[max(0, i-20):min(len(s), i+40)] }
	return fmt.Sprintf("got …%q…, want …%q… (from byte %d)", part(got), part(want), i)
}

// TestSameBytes_all: the test above has every exported function that is no option.
func TestSameBytes_all(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for name := range sameCases {
		name, _, _ = strings.Cut(name, "/")
		tried[name] = true
	}
	count := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if file != nil && version.Compare(file.GoVersion, version.Lang(runtime.Version())) > 0 {
			continue // its build tag wants a newer Go
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || isOption(f) {
				continue
			}
			name := f.Name.Name
			if f.Recv != nil {
				if !isOfChain(f) { // the methods of Scope and the like do not return results of a call
					continue
				}
				name = "Chain." + name
			}
			if count++; !tried[name] {
				t.Errorf("sameCases has no case of %s", name)
			}
		}
	}
	if count < 40 {
		t.Errorf("%d exported functions were found: the test has shown nothing", count)
	}
}

// isOfChain reports whether f is a method of Chain.
func isOfChain(f *ast.FuncDecl) bool {
	generic, ok := f.Recv.List[0].Type.(*ast.IndexExpr)
	if !ok {
		return false
	}
	id, ok := generic.X.(*ast.Ident)
	return ok && id.Name == "Chain"
}

// isOption reports whether f returns an Option.
func isOption(f *ast.FuncDecl) bool {
	if f.Type.Results == nil || len(f.Type.Results.List) != 1 {
		return false
	}
	id, ok := f.Type.Results.List[0].Type.(*ast.Ident)
	return ok && id.Name == "Option"
}
