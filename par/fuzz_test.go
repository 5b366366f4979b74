package par_test

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

// FuzzTwins compares what cuts slices into blocks with plain loops, for any
// bytes, grain and limit.
func FuzzTwins(f *testing.F) {
	f.Add([]byte{}, uint16(0), uint8(0))
	f.Add([]byte{7}, uint16(1), uint8(1))
	f.Add([]byte("pirates of the northern seas"), uint16(3), uint8(2))
	f.Add(bytes.Repeat([]byte{1, 2, 3}, 700), uint16(64), uint8(8))
	f.Add(bytes.Repeat([]byte{0, 255}, 1024), uint16(2047), uint8(3))
	f.Add([]byte("\x05\x02\xffabc\x02\x02\x01\x02wxyz"), uint16(0), uint8(1))
	f.Add([]byte("abcdefgh\x00ijklmnop"), uint16(5), uint8(4))
	f.Fuzz(func(t *testing.T, s []byte, grain uint16, workers uint8) {
		o := []par.Option{par.On(pool(8)), par.MaxWorkers(1 + int(workers))}
		if grain > 0 {
			o = append(o, par.Grain(int(grain)))
		}
		small := func(b byte) bool { return b < 100 }
		want := slices.DeleteFunc(slices.Clone(s), func(b byte) bool { return !small(b) })
		wantNot := slices.DeleteFunc(slices.Clone(s), small)
		if got := par.Filter(s, small, o...); !slices.Equal(got, want) {
			t.Errorf("Filter: got %v, want %v", got, want)
		}
		if yes, no := par.Partition(s, small, o...); !slices.Equal(yes, want) || !slices.Equal(no, wantNot) {
			t.Errorf("Partition: got %v and %v, want %v and %v", yes, no, want, wantNot)
		}
		if got := par.CountFunc(s, small, o...); got != len(want) {
			t.Errorf("CountFunc: got %d, want %d", got, len(want))
		}
		if got, want := par.IndexFunc(s, small, o...), slices.IndexFunc(s, small); got != want {
			t.Errorf("IndexFunc: got %d, want %d", got, want)
		}
		fuzzFolds(t, s, o)
		fuzzNumbers(t, s, o)
		fuzzKeys(t, s, o)
	})
}

func fuzzFolds(t *testing.T, s []byte, o []par.Option) {
	m := par.Map(s, func(b byte) affine { return affineOf(int(b)) }, o...)
	prefix, acc := make([]affine, len(s)), start
	for i, b := range s {
		acc = compose(acc, affineOf(int(b)))
		prefix[i] = acc
	}
	if got := par.Reduce(m, start, compose, o...); got != acc {
		t.Errorf("Reduce: got %v, want %v", got, acc)
	}
	if got := par.Scan(m, start, compose, o...); !slices.Equal(got, prefix) {
		t.Errorf("Scan: got %v, want %v", got, prefix)
	}
	counts := make([]int, 256)
	for _, b := range s {
		counts[b]++
	}
	if got := par.Histogram(s, 256, func(b byte) int { return int(b) }, o...); !slices.Equal(got, counts) {
		t.Errorf("Histogram: got %v, want %v", got, counts)
	}
	if got := par.Flatten(bytes.SplitAfter(s, []byte{1}), o...); !slices.Equal(got, s) {
		t.Errorf("Flatten: got %v, want %v", got, s)
	}
}

// fuzzKeys compares what goes by keys, with the first bytes as parameters.
func fuzzKeys(t *testing.T, s []byte, o []par.Option) {
	k, groups := 1, byte(7)
	if len(s) > 1 {
		k, groups = int(s[0]), s[1]|1
	}
	key := func(b byte) byte { return b % groups }
	counts, composed := map[byte]int{}, map[byte]affine{}
	var odds, pairs []byte
	for i, b := range s {
		if counts[key(b)]++; counts[key(b)] == 1 {
			composed[key(b)] = affineOf(int(b))
		} else {
			composed[key(b)] = compose(composed[key(b)], affineOf(int(b)))
		}
		if b%2 == 1 {
			odds = append(odds, b/2)
		}
		pairs = append(pairs, s[i:i+int(b)%2]...)
	}
	if got := par.CountBy(s, key, o...); !maps.Equal(got, counts) {
		t.Errorf("CountBy: got %v, want %v", got, counts)
	}
	if got := par.ReduceBy(s, key, func(b byte) affine { return affineOf(int(b)) }, compose, o...); !maps.Equal(got, composed) {
		t.Errorf("ReduceBy: got %v, want %v", got, composed)
	}
	if got, want := par.UniqueBy(s, key, o...), uniqueTwin(s, key); !slices.Equal(got, want) {
		t.Errorf("UniqueBy: got %v, want %v", got, want)
	}
	byKey := func(a, b byte) int { return cmp.Compare(key(a), key(b)) }
	if got, want := par.TopKFunc(s, k, byKey, o...), topTwin(s, k, byKey); !slices.Equal(got, want) {
		t.Errorf("TopKFunc of %d: got %v, want %v", k, got, want)
	}
	sorted, want := slices.Clone(s), slices.Clone(s)
	slices.SortStableFunc(want, byKey)
	if par.SortBy(sorted, key, o...); !slices.Equal(sorted, want) {
		t.Errorf("SortBy: got %v, want %v", sorted, want)
	}
	if got := par.FilterMap(s, func(b byte) (byte, bool) { return b / 2, b%2 == 1 }, o...); !slices.Equal(got, odds) {
		t.Errorf("FilterMap: got %v, want %v", got, odds)
	}
	if got := par.FlatMap(s, func(b byte) []byte { return []byte{b}[:b%2] }, o...); !slices.Equal(got, pairs) {
		t.Errorf("FlatMap: got %v, want %v", got, pairs)
	}
}

// special are what floats stand for in fuzzNumbers: what comparisons get wrong.
var special = []float64{math.NaN(), math.Copysign(0, -1), 0, math.Inf(1), math.Inf(-1)}

func fuzzNumbers(t *testing.T, s []byte, o []par.Option) {
	var sum byte
	numbers := make([]float64, len(s))
	for i, b := range s {
		sum += b
		if numbers[i] = float64(b) - 128; int(b) < len(special) {
			numbers[i] = special[b]
		}
	}
	if got := par.Sum(s, o...); got != sum {
		t.Errorf("Sum: got %d, want %d", got, sum)
	}
	for _, v := range special[1:] {
		want := slices.Index(numbers, v)
		if got := par.Index(numbers, v, o...); got != want {
			t.Errorf("Index of %v: got %d, want %d", v, got, want)
		}
		if got := par.Contains(numbers, v, o...); got != (want >= 0) {
			t.Errorf("Contains %v: got %v", v, got)
		}
	}
	if len(s) > 0 {
		wantSame(t, "Min", par.Min(numbers, o...), slices.Min(numbers))
		wantSame(t, "Max", par.Max(numbers, o...), slices.Max(numbers))
	}
}
