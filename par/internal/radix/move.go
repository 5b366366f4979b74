package radix

import (
	"github.com/skua-go/skua/par/internal/call"

	"github.com/skua-go/skua/par/internal/order"
)

// move moves every packet into its home: a permutation of the slots, whose
// cycles are cut into as many parts as there are blocks. First the packets at
// the cuts are copied, then every block of moves runs by itself: it writes to
// slots of its own only, and reads other slots only through those copies.
func (d *dealing[W]) move() {
	from, moves := d.match()
	if moves == 0 {
		return
	}
	hops := cycles(from, moves)
	size := max(radixBlock/packet, call.BlockCount(moves, radixBlocks))
	kept := d.keep(hops, size)
	d.r.set.Blocks(moves, size, nil, func(k, lo, hi int) {
		start, next := kept[2*k*packet:][:packet], kept[(2*k+1)*packet:][:packet]
		for i := lo; i < hi; i++ {
			here := d.slot(hops[i].slot())
			if i == 0 || hops[i-1].last() {
				copy(start, here)
			}
			switch {
			case hops[i].last():
				copy(here, start)
			case i+1 < hi:
				copy(here, d.slot(hops[i+1].slot()))
			default:
				copy(here, next)
			}
		}
	})
}

// nowhere is a slot that there is not.
const nowhere = ^uint32(0)

// match returns, by slot, the slot whose packet comes there, a permutation, and
// how many move. Packets that are at home stay. Slots outside of all homes, and
// those that have no packet, get what is in the others: nothing.
func (d *dealing[W]) match() (from []uint32, moves int) {
	from = make([]uint32, len(d.in))
	for i := range from {
		from[i] = nowhere
	}
	for i, id := range d.in {
		if id == 0 {
			continue
		}
		h := &d.homes[id-1]
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

// close makes from, which has a packet for each slot of a home, a permutation,
// and returns how many slots it moves.
func (d *dealing[W]) close(from []uint32) (moves int) {
	empty := 0
	for i := range from {
		switch {
		case from[i] != nowhere: // a packet comes
		case d.in[i] == 0:
			from[i] = uint32(i)
		default: // a packet goes, so there is an empty slot to which one comes
			for d.in[empty] > 0 || from[empty] == nowhere || from[empty] == uint32(empty) {
				empty++
			}
			from[i] = uint32(empty)
			empty++
		}
		moves += order.Bit(from[i] != uint32(i))
	}
	return moves
}

// A hop is a slot of a cycle, to which goes what is in the slot of the next
// hop or, if it is the cycle's last, what was in that of the first.
type hop uint32

const lastHop hop = 1 << 31 // slots are fewer

func (s hop) slot() int  { return int(s &^ lastHop) }
func (s hop) last() bool { return s&lastHop != 0 }

// cycles returns the cycles of a permutation of slots that moves so many, one
// after the other. It leaves nothing of from.
func cycles(from []uint32, moves int) []hop {
	hops := make([]hop, 0, moves)
	for first := range from {
		i := uint32(first)
		if from[i] == i {
			continue
		}
		for from[i] != i {
			next := from[i]
			from[i] = i
			hops = append(hops, hop(i))
			i = next
		}
		hops[len(hops)-1] |= lastHop
	}
	return hops
}

// keep copies, for block k of size hops, what it needs from elsewhere: at 2k what was in
// the first slot of the cycle that reaches into it, at 2k+1 what is in the first slot of
// the next block.
func (d *dealing[W]) keep(hops []hop, size int) []W {
	kept := make([]W, 2*packet*call.BlockCount(len(hops), size))
	first := 0
	for i, s := range hops {
		if k := i / size; i > 0 && i%size == 0 {
			copy(kept[2*k*packet:], d.slot(hops[first].slot()))
			copy(kept[(2*k-1)*packet:], d.slot(s.slot()))
		}
		if s.last() {
			first = i + 1
		}
	}
	return kept
}
