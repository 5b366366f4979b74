package order

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/par/internal/call"
)

// Sizes of the look at what is in order already. All arbitrary. Of a row in no order it compares a
// few elements only, upwards and downwards: of a short one those of the glances, and of a long one
// about two in oddOf, each time.
const (
	glances    = 8          // places, spread over all, of
	glance     = 8          // neighbours each, of which
	glanceMost = 8          // may be out of order in all
	lookBlock  = 1 << 14    // elements that a worker compares before it looks how many were out of order elsewhere
	oddLeast   = 96         // places that may be out of order, at least: more than 64 odd elements make, mostly
	oddOf      = 192        // beyond, one of so many: likewise of 256
	runsMost   = 8          // rows in order that are merged
	sureLeast  = quickLeast // elements from which on a glance refuses nothing
)

// A Look returns the i of (lo, hi) at which the i-th element is below the one before it or, if
// down, is not, from the first on and not many more than most.
type Look func(lo, hi int, down bool, most int) []int

// Nearly sorts v if that takes O(n), and reports whether it does: if v is in order but for a few
// elements, or strictly descends, or is a few rows in order; if it need not be stable, also if it
// descends but for a few.
func Nearly[E any](v []E, cmp func(a, b E) int, stable bool, set call.Settings) bool {
	return NearlyBy(v, cmp, lookBy(v, cmp), stable, runsMost, sureLeast, set)
}

func lookBy[E any](v []E, cmp func(a, b E) int) Look {
	return func(lo, hi int, down bool, most int) (at []int) {
		for i := lo + 1; i < hi; i++ {
			if (cmp(v[i], v[i-1]) < 0) != down {
				if at = append(at, i); len(at) > most {
					break
				}
			}
		}
		return at
	}
}

// Near returns how v is sorted, stable, if it is in order but for a few elements, else nil. It
// moves nothing.
func Near[E any](v []E, cmp func(a, b E) int, set call.Settings) *Moving {
	if len(v) < 2 {
		return new(Moving)
	}
	look := lookBy(v, cmp)
	if len(v) < sureLeast && !glanceAt(len(v), false, look) {
		return nil
	}
	most := oddsMost(len(v))
	at, few := survey(len(v), false, look, most, set)
	if !few {
		return nil
	}
	return moving(v, at, 2*most, cmp)
}

func oddsMost(n int) int { return max(oddLeast, n/oddOf) }

// NearlyBy is Nearly with a look that is quicker than cmp, for that many rows. From sure elements on
// it goes by all that look finds, and not by a few glances, which may all meet the elements that
// stand out. What it does depends on the elements only.
//
// Elements that stand out of a row which is in order else are taken out, sorted, and put where they
// belong, as in Emil Ernerfeldt's dmsort (Drop-Merge sort, 2016). Of two neighbours out of order
// the first, with those before it, is too large, or the second, with those behind it, too small, or
// both are: what is found first when looking further and further to both sides is taken.
func NearlyBy[E any](v []E, cmp func(a, b E) int, look Look, stable bool, runs, sure int, set call.Settings) bool {
	n := len(v)
	if n < 2 {
		return true
	}
	toward := func(down bool) bool {
		return (n >= sure || glanceAt(n, down, look)) && sortToward(v, down, cmp, look, stable, runs, set)
	}
	down := cmp(v[n/2], v[n/2-1]) < 0
	return toward(down) || toward(!down)
}

// sortToward sorts v if it is nearly in order or, if down, if it nearly descends.
func sortToward[E any](v []E, down bool, cmp func(a, b E) int, look Look, stable bool, runs int, set call.Settings) bool {
	n, most := len(v), oddsMost(len(v))
	at, few := survey(n, down, look, most, set)
	if !few || down && stable && len(at) > 0 {
		return false
	}
	if down {
		Reverse(v, set)
		if len(at) > 0 {
			at, few = survey(n, false, look, most, set)
		}
	}
	if !few {
		return false
	}
	if len(at) == 0 {
		return true
	}
	if m := moving(v, at, 2*most, cmp); m != nil {
		Apply(m, v)
		return true
	}
	if len(at) >= runs {
		return false
	}
	mergeRuns(v, at, cmp, set)
	return true
}

// glanceAt reports whether few of some neighbours, spread over all n elements, are out of order.
func glanceAt(n int, down bool, look Look) bool {
	if n <= glances*(glance+1) {
		return len(look(0, n, down, glanceMost)) <= glanceMost
	}
	found := 0
	for k := range glances {
		lo := k * (n - glance - 1) / (glances - 1)
		if found += len(look(lo, lo+glance+1, down, glanceMost)); found > glanceMost {
			return false
		}
	}
	return true
}

// survey returns where the n elements are out of order, or false if that is at more than most.
func survey(n int, down bool, look Look, most int, set call.Settings) (at []int, few bool) {
	if n-1 <= lookBlock {
		at = look(0, n, down, most)
		return at, len(at) <= most
	}
	rows := make([][]int, call.BlockCount(n-1, lookBlock))
	var found atomic.Int64
	set.Blocks(n-1, lookBlock, nil, func(k, lo, hi int) {
		if found.Load() > int64(most) { // ORDER: none: who sees it late looks without need
			return
		}
		rows[k] = look(lo, hi+1, down, most)
		found.Add(int64(len(rows[k])))
	})
	if found.Load() > int64(most) {
		return nil, false
	}
	return slices.Concat(rows...), true
}

// mergeRuns sorts v, whose rows in order begin at 0 and at, and are a few.
func mergeRuns[E any](v []E, at []int, cmp func(a, b E) int, set call.Settings) {
	if len(at) == 1 && cmp(v[len(v)-1], v[0]) < 0 { // all of the second comes first
		Reverse(v[:at[0]], set)
		Reverse(v[at[0]:], set)
		Reverse(v, set)
		return
	}
	from, to, inTo := v, make([]E, len(v)), false
	defer func() {
		if inTo {
			copy(v, from) // also if cmp has panicked: from is whole
		}
	}()
	ends := append(slices.Clone(at), len(v))
	for len(ends) > 1 {
		lo, merged := 0, ends[:0]
		for k := 0; k < len(ends); k += 2 {
			mid, hi := ends[k], ends[min(k+1, len(ends)-1)]
			mergeWide(to[lo:hi], from[lo:mid], from[mid:hi], cmp, set)
			merged, lo = append(merged, hi), hi
		}
		from, to, inTo, ends = to, from, !inTo, merged
	}
}

// Reverse is slices.Reverse by all workers.
func Reverse[E any](v []E, set call.Settings) {
	half := len(v) / 2
	if half < lookBlock {
		slices.Reverse(v)
		return
	}
	set.Blocks(half, lookBlock, nil, func(_, lo, hi int) {
		x, y := v[lo:hi], v[len(v)-hi:len(v)-lo]
		for i := range x {
			j := len(y) - 1 - i
			x[i], y[j] = y[j], x[i]
		}
	})
}
