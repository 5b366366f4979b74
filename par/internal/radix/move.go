package radix

import "github.com/skua-go/skua/par/internal/call"

// move moves every packet into its region. The moves are a permutation of the slots; its
// cycles are cut into blocks. First the packets at the cuts are copied. Then the blocks are
// independent: each writes to slots of its own, and reads the slots of another block only
// from those copies.
func (d *dealing[W]) move() {
	from, moves := d.match()
	if moves == 0 {
		return
	}
	slots := cycles(from, moves)
	size := max(radixBlock/packetWords, call.BlockCount(moves, radixBlocks))
	kept := d.keep(slots, size)
	d.r.set.Blocks(moves, size, nil, func(k, lo, hi int) {
		start, next := kept[2*k*packetWords:][:packetWords], kept[(2*k+1)*packetWords:][:packetWords]
		for i := lo; i < hi; i++ {
			here := d.slot(slots[i].slot())
			if i == 0 || slots[i-1].last() {
				copy(start, here)
			}
			switch {
			case slots[i].last():
				copy(here, start)
			case i+1 < hi:
				copy(here, d.slot(slots[i+1].slot()))
			default:
				copy(here, next)
			}
		}
	})
}

// noSlot stands for no slot.
const noSlot = ^uint32(0)

// match returns, for each slot, the slot whose packet comes there, which is a permutation,
// and how many slots it moves. A packet that is in its region stays. Slots outside every
// region, and slots without a packet, are paired with the remaining empty slots.
func (d *dealing[W]) match() (from []uint32, moves int) {
	from = make([]uint32, len(d.in))
	for i := range from {
		from[i] = noSlot
	}
	for i, id := range d.in {
		if id == 0 {
			continue
		}
		h := &d.regions[id-1]
		if h.first <= i && i < h.last {
			from[i] = uint32(i)
			continue
		}
		for h.slot < h.last && d.in[h.slot] == id {
			h.slot++
		}
		if h.slot < h.last {
			from[h.slot] = uint32(i)
			h.slot++
			continue
		}
		n := len(d.extras)
		d.extras = append(d.extras, d.slot(i)...)
		h.extra = d.extras[n:]
		d.in[i] = 0
	}
	return from, d.close(from)
}

// close makes from a permutation, and returns how many slots it moves. Before, from names a
// packet for each slot that gets one.
func (d *dealing[W]) close(from []uint32) (moves int) {
	empty := 0
	for i := range from {
		switch {
		case from[i] != noSlot: // a packet comes
		case d.in[i] == 0:
			from[i] = uint32(i)
		default: // a packet leaves slot i, so there is an empty slot that gets one
			for d.in[empty] > 0 || from[empty] == noSlot || from[empty] == uint32(empty) {
				empty++
			}
			from[i] = uint32(empty)
			empty++
		}
		moves += call.Bit(from[i] != uint32(i))
	}
	return moves
}

// A cycleSlot is a slot of a cycle, which gets the packet of the cycle's next slot. The last
// slot of a cycle gets the packet that was in the first.
type cycleSlot uint32

const lastOfCycle cycleSlot = 1 << 31 // a bit that no slot's number has

func (s cycleSlot) slot() int  { return int(s &^ lastOfCycle) }
func (s cycleSlot) last() bool { return s&lastOfCycle != 0 }

// cycles returns the cycles, one after the other, of a permutation that moves the given
// number of slots. It overwrites from.
func cycles(from []uint32, moves int) []cycleSlot {
	slots := make([]cycleSlot, 0, moves)
	for first := range from {
		i := uint32(first)
		if from[i] == i {
			continue
		}
		for from[i] != i {
			next := from[i]
			from[i] = i
			slots = append(slots, cycleSlot(i))
			i = next
		}
		slots[len(slots)-1] |= lastOfCycle
	}
	return slots
}

// keep copies the packets that blocks of size slots need from other blocks. For block k they
// are at 2k the packet of the first slot of the cycle that reaches into the block, and at
// 2k+1 that of the first slot of the next block.
func (d *dealing[W]) keep(slots []cycleSlot, size int) []W {
	kept := make([]W, 2*packetWords*call.BlockCount(len(slots), size))
	first := 0
	for i, s := range slots {
		if k := i / size; i > 0 && i%size == 0 {
			copy(kept[2*k*packetWords:], d.slot(slots[first].slot()))
			copy(kept[(2*k-1)*packetWords:], d.slot(s.slot()))
		}
		if s.last() {
			first = i + 1
		}
	}
	return kept
}
