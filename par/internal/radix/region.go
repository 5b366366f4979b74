package radix

import "github.com/skua-go/skua/par/internal/call"

// A region is where the words of a bucket go, [lo, hi): packets into the slots
// [first, last), which lie inside it, all other words into the gaps before and after those
// slots.
type region[W unsigned] struct {
	lo, hi      int
	first, last int
	slot        int // all slots of the region before it have their packets
	gap         int // where the next word of a gap goes
	extra       []W // a packet that found no slot
}

// settle finds the regions.
func (d *dealing[W]) settle() {
	d.odd = append(make([]W, 0, packetWords), d.v[len(d.in)*packetWords:]...)
	for i, x := range d.odd {
		d.odd[i] = d.code.of(x)
		d.regions[d.bucket(d.odd[i])].hi++
	}
	for _, id := range d.in {
		if id > 0 {
			d.regions[id-1].last++
		}
	}
	at, extras := 0, 0
	for b := range d.regions {
		h := &d.regions[b]
		packets, n := h.last, h.hi+h.last*packetWords
		for _, p := range d.dealers.Free {
			n += len(p.pile(b))
		}
		h.lo, h.gap = at, at
		at += n
		h.hi = at
		h.first = call.BlockCount(h.lo, packetWords)
		h.slot = h.first
		h.last = h.first + min(packets, max(0, h.hi/packetWords-h.first)) // one less, at most
		extras += packets - (h.last - h.first)
	}
	d.extras = make([]W, 0, extras*packetWords)
}

// fill puts all words that are in no packet, and packets that found no slot,
// into the gaps.
func (d *dealing[W]) fill() {
	for i, y := range d.odd {
		d.regions[d.bucket(y)].put(d.v, d.odd[i:i+1])
	}
	d.r.set.Blocks(len(d.regions), max(1, len(d.regions)/16), nil, func(_, lo, hi int) {
		for b := lo; b < hi; b++ {
			h := &d.regions[b]
			h.put(d.v, h.extra)
			for _, p := range d.dealers.Free {
				h.put(d.v, p.pile(b))
			}
		}
	})
	for _, p := range d.dealers.Free {
		d.r.desks.Give(p.desk)
	}
	d.dealers.Free = nil
}

// put puts words into the gaps, which have room for them.
func (h *region[W]) put(v, words []W) {
	for len(words) > 0 {
		if h.gap == h.first*packetWords {
			h.gap = h.last * packetWords
		}
		end := h.hi
		if h.gap < h.first*packetWords {
			end = min(end, h.first*packetWords)
		}
		n := copy(v[h.gap:end], words)
		h.gap += n
		words = words[n:]
	}
}
