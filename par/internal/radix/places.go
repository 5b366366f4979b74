package radix

import (
	"cmp"
	"math"
	"math/bits"
	"reflect"
	"unsafe"

	"github.com/skua-go/skua/par/internal/call"
)

// Places returns the indices of keys in the order of the keys, those of equal keys in their own
// order: each in the bits of mask. It returns nil if the keys are no integers, or if a word has no
// room for both an index and how far a key is above the least. It sorts words of key and index,
// each once.
func Places[E cmp.Ordered](keys []E, kind reflect.Kind, set call.Settings) (places []uint64, mask uint64) {
	if len(keys) == 0 || uint64(len(keys)) > math.MaxUint32 || kind < reflect.Int || kind > reflect.Uintptr {
		return nil, 0
	}
	// SAFETY: as in Sort.
	return placesOf(unsafe.Pointer(unsafe.SliceData(keys)), len(keys), unsafe.Sizeof(keys[0]), kind, set)
}

func placesOf(p unsafe.Pointer, n int, size uintptr, kind reflect.Kind, set call.Settings) ([]uint64, uint64) {
	switch size {
	case 1:
		return wordPlaces((*uint8)(p), n, kind, set)
	case 2:
		return wordPlaces((*uint16)(p), n, kind, set)
	case 4:
		return wordPlaces((*uint32)(p), n, kind, set)
	}
	return wordPlaces((*uint64)(p), n, kind, set)
}

func wordPlaces[W unsigned](p *W, n int, kind reflect.Kind, set call.Settings) (places []uint64, mask uint64) {
	v := unsafe.Slice(p, n) // SAFETY: the words are those of a slice that Places was given
	r := newRadixSort(v, encodingOf[W](kind), set)
	all, width := r.survey(), bits.Len(uint(n-1))
	if all.bits()+width > 64 {
		return nil, 0
	}
	places = make([]uint64, n)
	set.Blocks(n, r.blockSize(), nil, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			places[i] = uint64(r.code.of(v[i])-all.least)<<width | uint64(i)
		}
	})
	Sort(places, reflect.Uint64, math.MaxUint32, set)
	return places, 1<<width - 1
}
