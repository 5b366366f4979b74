package par

import (
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// GroupBy returns the elements of s by their key; each group has them in the
// order of s. key is called once for each element, several at once and in no
// certain order. If s has more than 2,048 elements all groups lie in one array: appending to
// a group does not change the others, but a group that is kept keeps the whole array.
//
// Work O(n + g·min(n/2048, 128)) for g groups, span O(log n), the longest call,
// n/128 elements, and one worker's time for joining the groups of at most 128
// blocks. Stable. Allocates n keys, n elements, n numbers, the map, and for each
// block tables that grow with its groups. Panics as For does.
func GroupBy[S ~[]E, E any, K comparable](s S, key func(v E) K, o ...Option) (m map[K]S) {
	call.Need("GroupBy", key != nil)
	call.Room[K]("GroupBy", len(s))
	call.Room[uint32]("GroupBy", len(s))
	set := resolve(o)
	defer set.AsPoolPanic() // a key may not be comparable after all
	set.Once(func(set call.Settings) { m = groupBy(set, s, key) })
	return m
}

func groupBy[S ~[]E, E any, K comparable](set call.Settings, s S, key func(v E) K) map[K]S {
	keys := make([]K, len(s))
	mapInto(set, keys, s, key)
	set.Grain = 0 // it was for the calls of key
	if len(s) <= groupBlock {
		return groupFew(s, keys)
	}
	size := max(groupBlock, set.BlockSize(len(s), 128))
	local := make([]uint32, len(s))
	tables := make([]groupTable[K], call.BlockCount(len(s), size))
	numbers := call.Shelf[map[K]uint32]{NoCalls: true} // of one block after the other
	set.BlocksBy(len(s), size, nil, func(p *skua.Part, k, lo, hi int) {
		m, ok := numbers.TakeFor(p)
		if !ok {
			m = map[K]uint32{}
		}
		tables[k].number(m, keys[lo:hi], local[lo:hi])
		numbers.GiveFor(p, m)
	})
	groups := joinTables(tables)
	out := make(S, len(s))
	set.Blocks(len(s), size, nil, func(k, lo, hi int) {
		next := tables[k].next
		for i, v := range s[lo:hi] {
			g := local[lo+i]
			out[next[g]] = v
			next[g]++
		}
	})
	m := make(map[K]S, len(groups))
	for _, g := range groups {
		m[g.key] = out[g.lo:g.hi:g.hi]
	}
	return m
}

// groupFew returns the elements of s by their keys, in the caller.
func groupFew[S ~[]E, E any, K comparable](s S, keys []K) map[K]S {
	m := map[K]S{}
	for i, key := range keys {
		m[key] = append(m[key], s[i])
	}
	return m
}

// groupBlock is the number of elements from which on a block with a table of its own is
// worth it. Not measured.
const groupBlock = 2048

// groupTable is the groups of one block, by their number in it.
type groupTable[K comparable] struct {
	keys []K
	next []int // the group's length here; later, where its next element of this block goes
}

// number finds the groups of keys, and stores in local for each key the number of its group. What is
// in numbers is forgotten.
func (t *groupTable[K]) number(numbers map[K]uint32, keys []K, local []uint32) {
	clear(numbers)
	for i, key := range keys {
		g, ok := numbers[key]
		if !ok {
			g = uint32(len(t.keys))
			numbers[key] = g
			t.keys = append(t.keys, key)
			t.next = append(t.next, 0)
		}
		t.next[g]++
		local[i] = g
	}
}

// group is a group's place in the array of all.
type group[K comparable] struct {
	key    K
	lo, hi int
}

// joinTables returns the groups of all blocks. Of each block it replaces the length of a
// group by the place of the group's first element there. A key that differs from itself,
// such as NaN, is a group of its own at each occurrence, as in a map.
func joinTables[K comparable](tables []groupTable[K]) []group[K] {
	var groups []group[K]
	numbers := map[K]int{}
	places := make([][]int, len(tables)) // of the table's groups among all
	for k, t := range tables {
		places[k] = make([]int, len(t.keys))
		for j, key := range t.keys {
			g, ok := numbers[key]
			if !ok {
				g = len(groups)
				numbers[key] = g
				groups = append(groups, group[K]{key: key})
			}
			places[k][j] = g
			groups[g].hi += t.next[j] // its length so far
		}
	}
	end := 0
	for g := range groups {
		groups[g].lo = end
		end += groups[g].hi
		groups[g].hi = groups[g].lo // grows again below
	}
	for k, t := range tables {
		for j, g := range places[k] {
			groups[g].hi, t.next[j] = groups[g].hi+t.next[j], groups[g].hi
		}
	}
	return groups
}

// Histogram returns how many elements of s fall into each of n buckets. bucket says into
// which of [0, n) an element falls; it is called several at once and in no certain order.
// Each worker counts in an array of its own.
//
// Work O(len(s) + nP) on P workers, span O(log len(s) + nP/P) and the longest
// call. Allocates the result and n counters for each worker that takes part.
// Panics as For does, and if n < 0 or bucket returns another number than [0, n).
func Histogram[S ~[]E, E any](s S, n int, bucket func(v E) int, o ...Option) (counts []int) {
	call.Need("Histogram", bucket != nil)
	if n < 0 {
		panic(fmt.Sprintf("par: Histogram of %d buckets: there cannot be fewer than 0", n))
	}
	call.Room[int]("Histogram", n)
	set, c := resolve(o), counters{n: n}
	if set.Sequential {
		counts = c.fresh()
		for _, v := range s {
			counts[inBucket(bucket(v), n)]++
		}
		return counts
	}
	set.Once(func(set call.Settings) {
		set.Loop(len(s), bucket, func(p *skua.Part) {
			counts, ok := c.TakeFor(p)
			if !ok {
				counts = c.fresh()
			}
			for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
				rest := s[lo:hi]
				for ; len(rest) >= 4; rest = rest[4:] { // four in a round, as call.AddAll
					i, j := inBucket(bucket(rest[0]), n), inBucket(bucket(rest[1]), n)
					k, l := inBucket(bucket(rest[2]), n), inBucket(bucket(rest[3]), n)
					counts[i]++
					counts[j]++
					counts[k]++
					counts[l]++
				}
				for _, v := range rest {
					counts[inBucket(bucket(v), n)]++
				}
			}
			c.GiveFor(p, counts)
		})
		counts = c.sum(set)
	})
	return counts
}

// inBucket returns b if it is in [0, n).
func inBucket(b, n int) int {
	if uint(b) >= uint(n) {
		panic(fmt.Sprintf("par: Histogram: bucket %d is not in [0, %d)", b, n))
	}
	return b
}

// counters are arrays of counters, one for each part of the loop that runs at a time: a part
// that ends leaves its array to the next.
type counters struct {
	n int
	call.Shelf[[]int]
}

// fresh returns an array of zeros.
func (c *counters) fresh() []int {
	const line = 16 // so that two workers' counters share no cache line
	return make([]int, c.n+2*line)[line : line+c.n : line+c.n]
}

// sum adds up all arrays in the first, when all have been given back.
func (c *counters) sum(set call.Settings) []int {
	if len(c.Free) == 0 {
		return make([]int, c.n)
	}
	total, others := c.Free[0], c.Free[1:]
	if len(others) == 0 {
		return total
	}
	set.Blocks(c.n, 1024, nil, func(_, lo, hi int) {
		for _, counts := range others {
			for i := lo; i < hi; i++ {
				total[i] += counts[i]
			}
		}
	})
	return total
}
