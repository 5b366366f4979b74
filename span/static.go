package span

import (
	"fmt"
	"iter"

	"github.com/skua-go/skua/internal/indices"
)

// Static divides an interval into parts of equal length, the first ones longer by
// one if it does not come out even. Nothing moves between parts, so the consumer of
// the heaviest part is the last to end. Its methods change nothing. Safe for
// concurrent use, any number of times.
type Static struct {
	lo, n, parts int
}

// NewStatic returns the partition of [lo, hi) into that many parts. If there are fewer
// indices than parts, the last parts are empty. It panics if parts is less than 1 or
// hi - lo is 2⁶³ or more.
func NewStatic(lo, hi, parts int) *Static {
	needParts(parts)
	return &Static{lo, indices.Length(lo, hi), parts}
}

func needParts(parts int) {
	if parts < 1 {
		panic("span: a partition has at least 1 part")
	}
}

func needPart(part, parts int) {
	if part < 0 || part >= parts {
		panic(fmt.Sprintf("span: no part %d; there are parts 0 to %d", part, parts-1))
	}
}

// share returns the bounds of part k if n things are divided into parts.
func share(n, parts, k int) (from, to int) {
	each, rest := n/parts, n%parts
	return k*each + min(k, rest), (k+1)*each + min(k+1, rest)
}

// Parts returns how many parts there are.
func (s *Static) Parts() int { return s.parts }

// Chunks returns the bounds of a part, as one chunk. It panics if there is no such
// part.
func (s *Static) Chunks(part int) iter.Seq2[int, int] {
	needPart(part, s.parts)
	return func(yield func(int, int) bool) {
		if from, to := share(s.n, s.parts, part); from < to {
			yield(s.lo+from, s.lo+to)
		}
	}
}

// All returns the indices of a part. It panics if there is no such part.
func (s *Static) All(part int) iter.Seq[int] { return each(s.Chunks(part)) }

// each goes through chunks index by index.
func each(chunks iter.Seq2[int, int]) iter.Seq[int] {
	return func(yield func(int) bool) {
		for lo, hi := range chunks {
			for i := lo; i < hi; i++ {
				if !yield(i) {
					return
				}
			}
		}
	}
}
