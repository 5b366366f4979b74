package text

import (
	"slices"
	"strings"

	"github.com/skua-go/skua/par/internal/call"
)

// classes say which bucket a string belongs to.
type classes struct {
	prefix    string // of all samples
	splitters []uint64
	slots     [bucketsMost]uint64 // the splitters, then the greatest key
	half      int                 // of the least power of two above their number
}

// classify draws a sample of v. Its places depend on len(v) only.
func classify(v []string) *classes {
	buckets := min(bucketsMost, len(v)/bucketsOf+2)
	sample := make([]string, samplesOf*buckets)
	x := uint64(len(v))
	for i := range sample {
		x = x*6364136223846793005 + 1442695040888963407 // Knuth's MMIX
		sample[i] = v[(x>>32)%uint64(len(v))]
	}
	c := &classes{prefix: sample[0]}
	for _, s := range sample {
		c.prefix = c.prefix[:commonPrefix(c.prefix, s)]
	}
	keys := make([]uint64, len(sample))
	for i, s := range sample {
		keys[i] = keyAt(s, len(c.prefix))
	}
	slices.Sort(keys)
	for b := 1; b < buckets; b++ {
		key := keys[b*samplesOf]
		if key > 0 && (len(c.splitters) == 0 || key > c.splitters[len(c.splitters)-1]) {
			c.slots[len(c.splitters)] = key
			c.splitters = c.slots[:len(c.splitters)+1]
		}
	}
	for i := len(c.splitters); i < len(c.slots); i++ {
		c.slots[i] = ^uint64(0)
	}
	for c.half = 1; 2*c.half <= len(c.splitters); c.half *= 2 {
	}
	return c
}

func (c *classes) buckets() int { return len(c.splitters) + 1 }

// key returns the key of s: its bytes after the prefix, or the least or the
// greatest key if s does not begin with it.
func (c *classes) key(s string) uint64 {
	if d := len(c.prefix); d > 0 && !strings.HasPrefix(s, c.prefix) {
		if s < c.prefix {
			return 0
		}
		return ^uint64(0)
	}
	return keyAt(s, len(c.prefix))
}

// bucket returns how many splitters are not above key, by binary search
// without branches.
func (c *classes) bucket(key uint64) int {
	at := 0
	for step := c.half; step > 0; step /= 2 {
		at += step * call.Bit(c.slots[(at+step-1)&(bucketsMost-1)] <= key)
	}
	return min(at, len(c.splitters))
}

// common returns how many bytes a and b have in common at their beginning.
func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// keyAt returns eight bytes of s from depth on, zeros after its end; the order
// of keys is that of the bytes.
func keyAt(s string, depth int) uint64 {
	if s = s[depth:]; len(s) >= 8 {
		return uint64(s[7]) | uint64(s[6])<<8 | uint64(s[5])<<16 | uint64(s[4])<<24 |
			uint64(s[3])<<32 | uint64(s[2])<<40 | uint64(s[1])<<48 | uint64(s[0])<<56
	}
	var key uint64
	for i := range len(s) {
		key |= uint64(s[i]) << (56 - 8*i)
	}
	return key
}
