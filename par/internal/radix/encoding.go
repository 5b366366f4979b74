package radix

import (
	"cmp"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"unsafe"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/order"
)

// Sort sorts s, whose elements are of a numeric kind, by parts of at most most elements.
func Sort[E cmp.Ordered](s []E, kind reflect.Kind, most uint64, set call.Settings) {
	if len(s) < radixLeast {
		slices.Sort(s)
		return
	}
	// SAFETY: E is a number of as many bytes as the word that sortNumbers takes for it, so it is
	// aligned alike, has no pointers, and every pattern of bits is a value of both.
	sortNumbers(unsafe.Pointer(unsafe.SliceData(s)), len(s), unsafe.Sizeof(s[0]), kind, most, set)
}

// sortNumbers sorts n numbers of a kind, each of size bytes, which begin at p. It is not
// generic, so that the sort is compiled once, and here: see call.Bit.
func sortNumbers(p unsafe.Pointer, n int, size uintptr, kind reflect.Kind, most uint64, set call.Settings) {
	switch size {
	case 1:
		sortWords((*uint8)(p), n, kind, most, set)
	case 2:
		sortWords((*uint16)(p), n, kind, most, set)
	case 4:
		sortWords((*uint32)(p), n, kind, most, set)
	case 8:
		sortWords((*uint64)(p), n, kind, most, set)
	}
}

// sortWords sorts n words, which begin at p, as numbers of a kind.
func sortWords[W unsigned](p *W, n int, kind reflect.Kind, most uint64, set call.Settings) {
	v := unsafe.Slice(p, n) // SAFETY: the words are those of a slice that Sort was given
	set.Once(func(set call.Settings) { sortParts(v, encodingOf[W](kind), ^(^W(0) >> 1), most, set) })
}

// sortParts sorts v, whose codes are the same above a bit. If these are more than most it puts the words
// whose codes lack the bit before the others, and sorts both.
func sortParts[W unsigned](v []W, c encoding[W], bit W, most uint64, set call.Settings) {
	switch {
	case uint64(len(v)) <= most:
		newRadixSort(v, c, set).run()
	case bit > 0: // else all are equal
		n := order.DivideWide(v, 0, 1, func(x, _ W) int {
			if c.of(x)&bit > 0 {
				return 1
			}
			return 0
		}, set)
		sortParts(v[:n], c, bit>>1, most, set)
		sortParts(v[n:], c, bit>>1, most, set)
	}
}

// encodingOf returns the encoding of numbers of a kind. The bits of floats, read as a number
// with a sign, have the order of the floats if these are positive, and the opposite order if
// they are negative.
func encodingOf[W unsigned](kind reflect.Kind) encoding[W] {
	all := ^W(0)
	sign := all ^ all>>1
	switch kind {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return encoding[W]{sign: sign}
	case reflect.Float32:
		inf := math.Float32bits(float32(math.Inf(1)))
		return encoding[W]{sign, all, all - (sign | W(inf))}
	case reflect.Float64:
		return encoding[W]{sign, all, W(uint64(all) - (uint64(sign) | math.Float64bits(math.Inf(1))))}
	}
	return encoding[W]{}
}

// An encoding maps words to codes: words whose order, as unsigned numbers, is the order of
// the numbers that they stand for. The zero encoding changes nothing.
type encoding[W unsigned] struct {
	sign   W // the sign bit, if there is one: inverted, it sorts negative numbers first
	invert W // all bits, if the bits of negative numbers have the opposite order, as in floats
	add    W // moves NaNs, whose codes would be above that of +Inf, below all others
}

// of returns the code of x.
func (c encoding[W]) of(x W) W {
	return (x ^ (negative(x)&c.invert | c.sign)) + c.add
}

func (c encoding[W]) compare(a, b W) int { return cmp.Compare(c.of(a), c.of(b)) }

// encode makes every word of v its code.
func (c encoding[W]) encode(v []W) {
	for i, x := range v {
		v[i] = c.of(x)
	}
}

// decode turns the codes in from back, into v. Both may be the same.
func (c encoding[W]) decode(v, from []W) {
	if c == (encoding[W]{}) {
		copy(v, from)
		return
	}
	v = v[:len(from)]
	for i, y := range from {
		y -= c.add
		v[i] = y ^ (^negative(y)&c.invert | c.sign)
	}
}

// negative returns all ones if x has the highest bit, else 0.
func negative[W unsigned](x W) W {
	return -(x >> (bits.Len64(uint64(^W(0))) - 1))
}
