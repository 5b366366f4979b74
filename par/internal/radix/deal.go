package radix

import (
	"math/bits"

	"github.com/skua-go/skua/par/internal/call"
)

// Sizes of a dealing. A dealer's piles, 256 KiB of uint64, stay in its worker's
// cache. 512 piles, or 1024 shorter ones, were as fast.
const (
	dealMost  = 8      // bits of the digit, at most
	dealLeast = 10     // bits of the length of an average bucket, at least; of 9 to 12 the best for floats
	packet    = 1 << 7 // words that are moved at a time
)

// A dealing distributes the words of v to buckets by their highest digit, in
// place, as codes. v is cut into slots of a packet's length.
//
//   - deal: workers deal slots to piles of their own, one for each bucket. A full
//     pile goes as a packet into a slot that has been dealt.
//   - settle: the lengths of the buckets tell each its home, a part of v.
//   - move: packets move to slots inside the home of their bucket.
//   - fill: what is left on piles fills the gaps.
//
// Which word of a bucket is where depends on who dealt it. The block permutation
// of Axtmann, Witt, Ferizovic and Sanders, Engineering In-Place (Shared-Memory)
// Sorting Algorithms, ACM Transactions on Parallel Computing 9(1), 2022 [AWFS22],
// but that here the whole permutation is known before anything moves.
type dealing[W word] struct {
	r     *radixSort[W]
	v     []W
	code  code[W] // what makes words codes
	shift int     // bits below the digit
	mask  W
	homes []home[W] // by bucket
	in    []uint16  // by slot: 1 + the bucket of the packet there, or 0

	odd    []W // what came behind the last slot
	extras []W // packets too many for the slots of their homes

	dealers call.Shelf[*dealer[W]]
}

func newDealing[W word](r *radixSort[W], v []W, left int, c code[W]) *dealing[W] {
	digit := min(left, dealMost, bits.Len(uint(len(v)))-dealLeast)
	return &dealing[W]{
		r: r, v: v, code: c, shift: left - digit, mask: W(1<<digit - 1),
		homes: make([]home[W], 1<<digit), in: make([]uint16, len(v)/packet),
	}
}

// slot returns the words of slot i.
func (d *dealing[W]) slot(i int) []W { return d.v[i*packet:][:packet] }

// bucket returns which bucket a code belongs to.
func (d *dealing[W]) bucket(y W) int { return int(y >> d.shift & d.mask) }

// deal deals all slots.
func (d *dealing[W]) deal() {
	size := max(radixBlock/packet, call.BlockCount(len(d.in), radixBlocks))
	d.r.set.Blocks(len(d.in), size, nil, func(_, lo, hi int) {
		p := d.take()
		p.deal(d, lo, hi)
		d.dealers.Give(p)
	})
}

// take returns a dealer that no worker uses.
func (d *dealing[W]) take() *dealer[W] {
	if p, ok := d.dealers.Take(); ok {
		return p
	}
	p := &dealer[W]{piles: d.r.buffers.take(len(d.homes) * packet), ends: make([]uint32, len(d.homes))}
	for b := range p.ends {
		p.ends[b] = uint32(b * packet)
	}
	return p
}

// A dealer is what one worker deals with.
type dealer[W word] struct {
	piles []W         // packet words for each bucket
	ends  []uint32    // by bucket: where on the piles its next word goes
	free  []slotRange // slots that have been dealt, or are, for packets
}

// pile returns what is on the pile of bucket b.
func (p *dealer[W]) pile(b int) []W { return p.piles[b*packet : p.ends[b]] }

// A slotRange is the slots [lo, hi).
type slotRange struct{ lo, hi int }

// deal deals the slots [lo, hi).
func (p *dealer[W]) deal(d *dealing[W], lo, hi int) {
	p.free = append(p.free, slotRange{lo, hi})
	ends, piles, c, shift, mask := p.ends, p.piles, d.code, d.shift, d.mask
	for _, x := range d.v[lo*packet : hi*packet] {
		y := c.of(x)
		b := int(y >> shift & mask)
		at := ends[b]
		piles[at] = y
		at++
		if at%packet == 0 {
			p.put(d, b)
			at -= packet
		}
		ends[b] = at
	}
}

// put puts the full pile of bucket b into a slot. There is one whose words have
// all been dealt: those that were, one after the other, are in packets or on piles,
// and a packet's worth is on this pile.
func (p *dealer[W]) put(d *dealing[W], b int) {
	if p.free[0].lo == p.free[0].hi {
		p.free = p.free[1:]
	}
	i := p.free[0].lo
	p.free[0].lo++
	copy(d.slot(i), p.piles[b*packet:][:packet])
	d.in[i] = uint16(b + 1)
}
