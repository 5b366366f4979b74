package radix

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// Sizes of a dealing. A dealer has 257 piles at most, which for uint64 are 256 KiB and stay
// in the cache of its worker. 512 piles were as fast. 128 were faster by a twentieth for random
// words and slower by a tenth for normal ones; packets of 64 words were slower by a tenth.
const (
	dealMost    = 8      // bits of the digit, at most
	dealLeast   = 10     // bits of an average bucket's length, at least; best for floats of 9 to 12
	packetWords = 1 << 7 // words that are moved at a time
)

// A dealing distributes the words of v to buckets by their highest digit, in place. v is cut
// into slots, each as long as a packet.
//
//   - deal: each worker deals the words of its slots to piles of its own, one for each
//     bucket. A full pile is a packet, and goes into a slot whose words have been dealt.
//   - settle: the lengths of the buckets tell the region of each, a part of v.
//   - move: packets move to slots inside the region of their bucket.
//   - fill: the words that are left on piles fill the gaps.
//
// The order of the words in a bucket depends on which worker dealt them. After the block
// permutation of Axtmann, Witt, Ferizovic and Sanders, Engineering In-Place
// (Shared-Memory) Sorting Algorithms, ACM Transactions on Parallel Computing 9(1), 2022
// [AWFS22]. Here the whole permutation is known before anything moves.
//
// NOT: from v to a buffer as large, which would save the moves, 1.5 ns for each of 10⁷ uint64.
// Fresh pages for the buffer take 20 ns for each (AMD EPYC, family 26, model 2, virtual).
type dealing[W unsigned] struct {
	r       *radixSort[W]
	v       []W
	code    encoding[W] // what makes of words what is dealt
	shift   int         // bits below the digit
	least   W           // the least code of the first bucket
	base    W           // what a dealt word needs to be its code less that
	regions []region[W] // by bucket
	in      []uint16    // by slot: 1 + the bucket of the packet there, or 0

	odd    []W // the words of v behind the last slot
	extras []W // packets for which their regions have no slot

	dealers call.Shelf[*dealer[W]]
}

func newDealing[W unsigned](r *radixSort[W], v []W, s bounds[W], c encoding[W]) *dealing[W] {
	left := s.bits()
	shift := left - min(left, dealMost, bits.Len(uint(len(v)))-dealLeast)
	least := s.least >> shift << shift
	d := &dealing[W]{
		r: r, v: v, code: c, shift: shift, least: least, base: r.flip - least,
		regions: make([]region[W], int((s.most-least)>>shift)+1), in: make([]uint16, len(v)/packetWords),
	}
	d.dealers.NoCalls = true
	return d
}

// bounds returns the bounds of the codes in bucket b.
func (d *dealing[W]) bounds(b int) bounds[W] {
	least := d.least + W(b)<<d.shift
	return bounds[W]{least, least + (W(1)<<d.shift - 1)}
}

// slot returns the words of slot i.
func (d *dealing[W]) slot(i int) []W { return d.v[i*packetWords:][:packetWords] }

// bucket returns which bucket a dealt word belongs to.
func (d *dealing[W]) bucket(y W) int { return int((y + d.base) >> d.shift) }

// deal deals all slots.
func (d *dealing[W]) deal() {
	size := max(radixBlock/packetWords, call.BlockCount(len(d.in), radixBlocks))
	d.r.set.BlocksBy(len(d.in), size, nil, func(part *skua.Part, _, lo, hi int) {
		p, ok := d.dealers.TakeFor(part)
		if !ok {
			p = d.newDealer(lo)
		}
		p.deal(d, lo, hi)
		d.dealers.GiveFor(part, p)
	})
	slices.SortFunc(d.dealers.Free, func(a, b *dealer[W]) int { return cmp.Compare(a.from, b.from) })
}

// newDealer returns a dealer that deals from that slot on first.
func (d *dealing[W]) newDealer(from int) *dealer[W] {
	p := &dealer[W]{from: from, desk: d.r.desks.take(len(d.regions) * packetWords)}
	p.piles = p.desk.buf
	for b := range d.regions {
		p.ends[b] = uint32(b * packetWords)
	}
	return p
}

// A dealer is the piles of one worker.
type dealer[W unsigned] struct {
	from  int // the first slot that it has dealt, by which dealers are ordered
	desk  *desk[W]
	piles []W                   // of the desk: a packet for each bucket
	ends  [2 << dealMost]uint32 // by bucket: where on the piles its next word goes
	free  []slotRange           // slots that this worker has dealt, or is dealing, for packets
}

// pile returns what is on the pile of bucket b.
func (p *dealer[W]) pile(b int) []W { return p.piles[b*packetWords : p.ends[b]] }

// A slotRange is the slots [lo, hi).
type slotRange struct{ lo, hi int }

// deal deals the slots [lo, hi).
func (p *dealer[W]) deal(d *dealing[W], lo, hi int) {
	p.free = append(p.free, slotRange{lo, hi})
	if d.code == (encoding[W]{}) {
		p.lay(d, d.v[lo*packetWords:hi*packetWords])
		return
	}
	for i := lo; i < hi; i++ {
		d.code.encode(d.slot(i))
		p.lay(d, d.slot(i))
	}
}

// lay puts words on piles. Few variables, so that the loop has them in registers.
func (p *dealer[W]) lay(d *dealing[W], words []W) {
	ends, piles, shift, base := &p.ends, p.piles, uint(d.shift), d.base
	for _, y := range words {
		b := int(uint64(y+base)>>(shift&63)) & (len(ends) - 1)
		at := ends[b]
		piles[at] = y
		at++
		if at%packetWords == 0 {
			p.put(d, b)
			at -= packetWords
		}
		ends[b] = at
	}
}

// put puts the full pile of bucket b into a slot whose words have all been dealt. There is
// one: the words that were dealt are in packets or on piles, and this pile alone has as
// many of them as a slot.
func (p *dealer[W]) put(d *dealing[W], b int) {
	if p.free[0].lo == p.free[0].hi {
		p.free = p.free[1:]
	}
	i := p.free[0].lo
	p.free[0].lo++
	copy(d.slot(i), p.piles[b*packetWords:][:packetWords])
	d.in[i] = uint16(b + 1)
}
