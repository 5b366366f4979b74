package deque

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
)

// BWoS is an unbounded deque in blocks. The block in which its owner pushes and pops is the
// owner's alone, so both touch plain memory there, but for one store or CAS when the owner goes
// to another block. It grants a block to thieves when it is full, and takes the block back, with
// what thieves have left of it, when it has popped everything younger. Thieves steal from the
// oldest granted block. Where nothing is granted Steal leaves a request and answers Empty
// although the owner's block may have items: at most a block of them. The zero value is empty
// and ready, with blocks of 32 slots; do not copy a BWoS.
//
// The owner must serve the requests as that of a Split does: what is said there of Poll, and of
// thieves that sleep, holds here. A Push that grants a full block tells nobody, and leaves a request
// standing: so the next Poll returns more than 0 for it.
//
// Progress: no method blocks. Push, Pop and Expose end after as many steps as a block has slots.
// Steal goes on to the next block only if one is exhausted, and tries again in the same block only
// if its owner has taken that back and granted it anew.
//
// # Protocol
//
// The blocks are a list, from the oldest to the owner's. A block's word grants is 0 while the block
// is the owner's, else bottom<<32 | top: its items are in slots [top, bottom).
//
// The owner, when its block is full, or when a thief has asked:
//
//  1. links the next block
//  2. stores grants: the block is not its own now
//  3. works in the next block
//
// The owner, when its block is empty:
//
//  1. loads grants of the block below; if top == bottom the deque is empty, and it stays
//  2. CAS grants to 0, and works there, in [top, bottom)
//
// A thief:
//
//  1. loads first, then its grants; 0 is Empty
//  2. if top == bottom: moves first to the next block, and begins again
//  3. CAS grants from top to top+1
//  4. reads the slot, and clears it
//
// "Taken twice" (scenario Deque): the owner takes a block back while a thief is between its load and
// its CAS. Both CAS the same word. If the thief comes first, the owner fails, and tries again with
// one item less. If the owner comes first, the thief fails: 0 is not what it read.
//
// "The word of before" (scenario Deque): the thief sleeps after its load; the owner takes the block
// back, pops, pushes others and grants the same slots again. Then the thief's CAS succeeds, and that
// is right: it reads the slot after its claim, and whatever lies there now is the oldest item. So
// the word needs no round, as a position in a ring of blocks does.
//
// "Written under the reader" (scenario Deque): a thief has claimed a slot, and sleeps before it reads.
// The owner may take the block back, but only from the slot that follows, low, and never goes below
// that again. A block of which thieves had anything is not used again after the owner has left it
// for good: the garbage collector has it when the last thief is gone. So no thief counts itself out
// of a block, and no owner waits for one, as they must where blocks form a ring.
//
// "Older than the oldest" (scenario Deque): a thief finds that a block is exhausted, and moves first
// to the next. The owner goes back to a block only if something is left there, and an exhausted one
// gets nothing again: so nothing comes back before first. The block that the owner leaves when it
// goes back has never been first, so no thief has touched it: it is kept, and used again. So memory
// does not shrink but by what thieves empty.
//
// Places in the order of all items are compared by their difference, so they may overflow.
//
// Invariants:
//
//	I1  Items are in the slots [top, bottom) of granted blocks, and [low, bottom) of the owner's.
//	I2  The blocks from first to the owner's are linked by next, oldest items first. All but
//	    the owner's are granted; an exhausted one stays so.
//	I3  A slot of a granted block is taken once: by the thief that moves top past it, or
//	    by the owner, with all that follow it, when it changes the word to 0.
//	I4  A slot that a thief has claimed is the thief's alone from then on.
//	I5  A slot without an item is nil, so what was taken is not kept alive.
//	I6  A request is cleared before the exposure that answers it.
//
// Wang, Trach, Fu, Behrens, Schwender, Liu, Lei, Vafeiadis, Härtig and Chen, BWoS: Formally
// Verified Block-based Work Stealing for Parallel Processing, OSDI 2023 [WTF23]; differences:
// docs/divergence.md#bwos.
type BWoS[T any] struct {
	slots       []*T // of the owner's block, whose items are at [low, bottom)
	low, bottom int
	block       *block[T]
	size        int // of the blocks; 0 is blockSlots
	counters
	_ pad.Line

	first   atomic.Pointer[block[T]] // the oldest block with items, or one before it
	private atomic.Int64             // where the owner's items begin, of all in their order
	_       pad.Line

	requested atomic.Bool
	_         pad.Line
}

// A block is the owner's, or granted to thieves.
type block[T any] struct {
	grants atomic.Uint64
	next   atomic.Pointer[block[T]] // with younger items, or empty
	below  *block[T]                // with older items; the owner's to read, nil if none can have any
	base   int64                    // where slot 0 is in the order of all items; fixed before the block below is granted
	slots  []*T
}

const (
	blockSlots = 32      // arbitrary, not measured: an owner changes its block once in so many pushes
	maxBlock   = 1 << 30 // arbitrary; indices have 32 bits
)

// NewBWoS returns an empty BWoS with blocks of size slots, from 1 to 1<<30. It panics at any
// other size. An owner whose blocks are small goes to another one more often; one whose blocks
// are large keeps more items to itself until a thief asks.
func NewBWoS[T any](size int) *BWoS[T] {
	if size < 1 || size > maxBlock {
		panic(fmt.Sprintf("skua/deque: size %d of the blocks of a BWoS is not in 1…%d", size, maxBlock))
	}
	return &BWoS[T]{size: size}
}

// Push adds x, which must not be nil, at the bottom and returns true: the deque is never full.
// Owner only. Never blocks. Cost: no atomic access; in a full block two stores, and three with
// a new block.
func (d *BWoS[T]) Push(x *T) bool {
	if invariant.Enabled && x == nil {
		panic("skua/deque: Push of nil")
	}
	if d.bottom == len(d.slots) {
		d.advance()
	}
	d.slots[d.bottom] = x
	d.bottom++
	return true
}

// Pop takes the youngest item, from the owner's block while that has any. It answers Got or
// Empty. Owner only. Never blocks. Cost: no atomic access; in an empty block one CAS, one more
// for each thief that is faster, and one store.
func (d *BWoS[T]) Pop() (*T, Outcome) {
	if d.bottom == d.low && !d.retreat() {
		return nil, Empty
	}
	d.bottom--
	slot := &d.slots[d.bottom]
	x := *slot
	*slot = nil
	return x, Got
}

// Private returns the number of items in the owner's block. Owner only.
func (d *BWoS[T]) Private() int { return d.bottom - d.low }

// advance grants the owner's block, which is full, and goes to the next one.
//
//go:noinline
func (d *BWoS[T]) advance() {
	next := d.linked(d.bottom)
	if d.block != nil {
		d.grant(d.bottom)
	}
	d.enter(next, 0, 0)
}

// linked returns the block after the owner's, an empty one, for the items from slot end on.
func (d *BWoS[T]) linked(end int) *block[T] {
	if d.block == nil {
		size := d.size
		if size == 0 {
			size = blockSlots
		}
		b := &block[T]{slots: make([]*T, size)}
		d.first.Store(b) // ORDER: none: it is empty, and the owner's
		d.ownerStores(1)
		return b
	}
	b := d.block.next.Load()
	if b == nil {
		b = &block[T]{slots: make([]*T, len(d.slots)), below: d.block}
		// ORDER: before the block is granted: a thief that finds it exhausted goes on to next (I2).
		d.block.next.Store(b)
		d.ownerStores(1)
		d.first.Load().below = nil // what is before first is exhausted, and can be collected
	}
	b.base = d.block.base + int64(end)
	return b
}

// grant makes the items of the owner's block public, up to bottom.
func (d *BWoS[T]) grant(bottom int) {
	// ORDER: the slots and next before it. A thief reads them after it has read this word, or
	// what another thief has made of it, so it sees them (I2, I4).
	d.block.grants.Store(uint64(bottom)<<32 | uint64(d.low))
	d.ownerStores(1)
	d.ownerExposes(1)
}

// enter makes b, which is the owner's already, the one where it works.
func (d *BWoS[T]) enter(b *block[T], low, bottom int) {
	d.block, d.slots, d.low, d.bottom = b, b.slots, low, bottom
	d.private.Store(b.base + int64(low)) // ORDER: none: Len is about now
	d.ownerStores(1)
	d.check()
}

// retreat takes the block below back, and reports whether there was an item in it. If not, the
// deque was empty.
//
//go:noinline
func (d *BWoS[T]) retreat() bool {
	if d.block == nil || d.block.below == nil {
		return false
	}
	b := d.block.below
	for {
		w := b.grants.Load()
		top, bottom := ends(w)
		if top == bottom {
			d.block.below = nil
			return false
		}
		// ORDER: the one order of all CAS on grants decides between the owner and a thief for each
		// slot (I3). What thieves have claimed is below top, and stays theirs (I4).
		if !d.ownerCAS(b.grants.CompareAndSwap(w, 0)) {
			continue // thieves have taken one; at most a block of them can
		}
		d.enter(b, top, bottom)
		return true
	}
}

// ends returns the slots between which a granted block has its items.
func ends(grants uint64) (top, bottom int) { return int(uint32(grants)), int(grants >> 32) }

// check panics if the owner, where it goes to another block, can see an invariant broken.
func (d *BWoS[T]) check() {
	if !invariant.Enabled {
		return
	}
	for i := d.low; i < len(d.slots); i++ { // those below low are the thieves'
		if (d.slots[i] != nil) != (i < d.bottom) {
			panic(fmt.Sprintf("skua/deque: BWoS: slot %d of a block with items [%d, %d) (I1, I5)", i, d.low, d.bottom))
		}
	}
	if d.block.grants.Load() != 0 {
		panic("skua/deque: BWoS: the owner's block is granted (I2)")
	}
	for b := d.block.below; b != nil; b = b.below {
		if b.grants.Load() == 0 {
			panic("skua/deque: BWoS: a block before the owner's is not granted (I2)")
		}
	}
}
