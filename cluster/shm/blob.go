package shm

import "math/bits"

const (
	blobUnit       = 64
	maxBlobOrder   = 15 // blocks of up to 2 MiB: the largest result and its head
	resultHeadSize = 8
)

// blockAt is the offset of a block of a place's blob area. ok: n bytes from there on lie
// in the area. A block is named by its first unit plus 1; 0 is no block.
func (m *mapping) blockAt(place int, block uint32, n int) (off int, ok bool) {
	off = (int(block) - 1) * blobUnit
	if place >= m.places || block == 0 || n < 0 || n > m.blobSize-off {
		return 0, false
	}
	return m.blobAt + place*m.blobSize + off, true
}

// blobs allocates blocks of powers of two units in the blob area of one place: a buddy
// allocator whose state is in Go memory. Blocks are reachable from words only, so a
// successor rebuilds it by one scan, and a kill needs no thought here.
type blobs struct {
	state      []uint8 // of a unit: freeBlock or usedBlock with the order, if one begins there
	next, prev []int32 // of free blocks of one order
	heads      [maxBlobOrder + 1]int32

	sent   []sentBlock // results that other processes may still read
	sweeps int         // look through sent again when it is as long
}

// sentBlock is a block with the result of a task, in use while the task's word is w.
type sentBlock struct {
	task  int
	w     word
	block uint32
}

const (
	freeBlock = 0x40
	usedBlock = 0x80
	orderMask = 0x3f
	minSweep  = 64 // arbitrary
)

func newBlobs(size int) *blobs {
	units := size / blobUnit
	b := &blobs{state: make([]uint8, units), next: make([]int32, units), prev: make([]int32, units), sweeps: minSweep}
	for o := range b.heads {
		b.heads[o] = -1
	}
	for at := 0; at < units; {
		o := min(maxBlobOrder, bits.Len(uint(units-at))-1)
		if at > 0 {
			o = min(o, bits.TrailingZeros(uint(at)))
		}
		b.put(int32(at), o)
		at += 1 << o
	}
	return b
}

func orderFor(n int) int { return bits.Len(uint((n+blobUnit-1)/blobUnit - 1)) }

func (b *blobs) put(at int32, order int) {
	b.state[at] = freeBlock | uint8(order)
	b.next[at], b.prev[at] = b.heads[order], -1
	if h := b.heads[order]; h >= 0 {
		b.prev[h] = at
	}
	b.heads[order] = at
}

func (b *blobs) take(at int32, order int) {
	if p := b.prev[at]; p >= 0 {
		b.next[p] = b.next[at]
	} else {
		b.heads[order] = b.next[at]
	}
	if n := b.next[at]; n >= 0 {
		b.prev[n] = b.prev[at]
	}
	b.state[at] = 0
}

// alloc returns a block of at least n bytes.
func (b *blobs) alloc(n int) (block uint32, ok bool) {
	order := orderFor(max(n, 1))
	for o := order; o <= maxBlobOrder; o++ {
		if at := b.heads[o]; at >= 0 {
			b.split(at, o, at, order)
			return uint32(at) + 1, true
		}
	}
	return 0, false
}

// split takes the free block at of order from, and cuts it until the block want of order
// to is left, which is used from here on.
func (b *blobs) split(at int32, from int, want int32, to int) {
	b.take(at, from)
	for o := from; o > to; {
		o--
		if half := at + 1<<o; want >= half {
			b.put(at, o)
			at = half
		} else {
			b.put(half, o)
		}
	}
	b.state[want] = usedBlock | uint8(to)
}

// reserve marks the block of n bytes as used, as a predecessor left it. What cannot be a
// block of ours is left alone.
func (b *blobs) reserve(block uint32, n int) bool {
	at, order := int32(block)-1, orderFor(max(n, 1))
	if at < 0 || int(at) >= len(b.state) || order > maxBlobOrder {
		return false
	}
	for o := order; o <= maxBlobOrder; o++ {
		if base := at &^ (1<<o - 1); b.state[base] == freeBlock|uint8(o) {
			if at&(1<<order-1) != 0 {
				return false
			}
			b.split(base, o, at, order)
			return true
		}
	}
	return false
}

// free gives a block back, and joins it with its free neighbours.
func (b *blobs) free(block uint32) {
	at := int32(block) - 1
	if at < 0 || int(at) >= len(b.state) || b.state[at]&usedBlock == 0 {
		return
	}
	order := int(b.state[at] & orderMask)
	b.state[at] = 0
	for order < maxBlobOrder {
		buddy := at ^ 1<<order
		if int(buddy) >= len(b.state) || b.state[buddy] != freeBlock|uint8(order) {
			break
		}
		b.take(buddy, order)
		at = min(at, buddy)
		order++
	}
	b.put(at, order)
}

// alloc is blobs.alloc, after taking back the blocks of results that were used.
func (p *place) alloc(b *blobs, n int) (uint32, bool) {
	if len(b.sent) >= b.sweeps {
		p.sweepSent(b)
	}
	block, ok := b.alloc(n)
	if !ok {
		p.sweepSent(b)
		block, ok = b.alloc(n)
	}
	return block, ok
}

// sweepSent frees the blocks whose tasks have gone on. A slot that went round all its
// generations meanwhile keeps a block in use for longer; none is freed too early.
func (p *place) sweepSent(b *blobs) {
	kept := b.sent[:0]
	for _, s := range b.sent {
		if word(p.word(s.task).Load()) == s.w {
			kept = append(kept, s)
		} else {
			b.free(s.block)
		}
	}
	b.sent = kept
	b.sweeps = max(minSweep, 2*len(kept))
}

// rebuild is newBlobs for a place that had incarnations before: payloads of its own arena
// and results that it recorded are still in use. Nobody but this place makes a word name
// its blocks, so none is missed; one that is freed meanwhile is found by its word later.
func (p *place) rebuild() *blobs {
	b := newBlobs(p.blobSize)
	for i := range p.tasks() {
		w := word(p.word(i).Load())
		if h := p.head(i); w.state() != free && p.homeOf(i) == p.me && h.block() != 0 {
			b.reserve(h.block(), h.length())
		}
		if l := w.label(); w.state() == done && l.place() == p.me && l.block() != 0 {
			if off, ok := p.blockAt(p.me, l.block(), resultHeadSize); ok {
				_, n := resultHead(p.bytes(off, resultHeadSize))
				if b.reserve(l.block(), resultHeadSize+n) {
					b.sent = append(b.sent, sentBlock{i, w, l.block()})
				}
			}
		}
	}
	return b
}
