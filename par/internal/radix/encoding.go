package radix

import (
	"cmp"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"unsafe"

	"github.com/skua-go/skua/par/internal/call"
)

// Sort sorts s, whose elements are of a numeric kind.
func Sort[E cmp.Ordered](s []E, kind reflect.Kind, set call.Settings) {
	if len(s) < radixLeast {
		slices.Sort(s)
		return
	}
	switch unsafe.Sizeof(s[0]) {
	case 1:
		newRadixSort(wordsOf[uint8](s), codeOf[uint8](kind), set).run()
	case 2:
		newRadixSort(wordsOf[uint16](s), codeOf[uint16](kind), set).run()
	case 4:
		newRadixSort(wordsOf[uint32](s), codeOf[uint32](kind), set).run()
	case 8:
		newRadixSort(wordsOf[uint64](s), codeOf[uint64](kind), set).run()
	}
}

// wordsOf returns s as words.
func wordsOf[W word, E any](s []E) []W {
	// SAFETY: E is a number of as many bytes as W, so it is aligned alike, has
	// no pointers, and every pattern of bits is a value of both.
	return unsafe.Slice((*W)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}

// codeOf returns the code of numbers of a kind. A float's bits, read as a
// number with a sign, order positive floats; negative ones backwards.
func codeOf[W word](kind reflect.Kind) code[W] {
	all := ^W(0)
	sign := all ^ all>>1
	switch kind {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return code[W]{sign: sign}
	case reflect.Float32:
		inf := math.Float32bits(float32(math.Inf(1)))
		return code[W]{sign, all, all - (sign | W(inf))}
	case reflect.Float64:
		return code[W]{sign, all, W(uint64(all) - (uint64(sign) | math.Float64bits(math.Inf(1))))}
	}
	return code[W]{}
}

// A code maps words to words whose order as unsigned numbers is the order of
// what they stand for. The zero code changes nothing.
type code[W word] struct {
	sign   W // the sign bit, if there is one: turned round, it sorts negative numbers first
	invert W // all bits, if negative numbers sort backwards, as floats do
	add    W // moves what is above +Inf, NaNs, below everything else
}

// of returns the code of x.
func (c code[W]) of(x W) W {
	return (x ^ (negative(x)&c.invert | c.sign)) + c.add
}

// encode makes every word of v its code.
func (c code[W]) encode(v []W) {
	for i, x := range v {
		v[i] = c.of(x)
	}
}

// decode turns codes back.
func (c code[W]) decode(v []W) {
	for i, y := range v {
		y -= c.add
		v[i] = y ^ (^negative(y)&c.invert | c.sign)
	}
}

// negative returns all bits if x has the highest one, else none.
func negative[W word](x W) W {
	return -(x >> (bits.Len64(uint64(^W(0))) - 1))
}
