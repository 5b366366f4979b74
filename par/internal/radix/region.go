package radix

import "github.com/skua-go/skua/par/internal/call"

// A home is where the words of a bucket go, [lo, hi): packets into the slots
// [first, last), which lie inside, all other ones into the gaps before and after these.
type home[W word] struct {
	lo, hi      int
	first, last int
	slot        int // no slot before it waits for a packet
	gap         int // the next word of a gap
	extra       []W // a packet too many
}

// settle finds the homes.
func (d *dealing[W]) settle() {
	d.odd = append(make([]W, 0, packet), d.v[len(d.in)*packet:]...)
	for i, x := range d.odd {
		d.odd[i] = d.code.of(x)
		d.homes[d.bucket(d.odd[i])].hi++
	}
	for _, id := range d.in {
		if id > 0 {
			d.homes[id-1].last++
		}
	}
	at, extras := 0, 0
	for b := range d.homes {
		h := &d.homes[b]
		packets, n := h.last, h.hi+h.last*packet
		for _, p := range d.dealers.Free {
			n += len(p.pile(b))
		}
		h.lo, h.gap = at, at
		at += n
		h.hi = at
		h.first = call.BlockCount(h.lo, packet)
		h.slot = h.first
		h.last = h.first + min(packets, max(0, h.hi/packet-h.first)) // one less, at most
		extras += packets - (h.last - h.first)
	}
	d.extras = make([]W, 0, extras*packet)
}

// fill puts all words that are in no packet, and packets that found no slot,
// into the gaps.
func (d *dealing[W]) fill() {
	for i, y := range d.odd {
		d.homes[d.bucket(y)].put(d.v, d.odd[i:i+1])
	}
	d.r.set.Blocks(len(d.homes), max(1, len(d.homes)/16), nil, func(_, lo, hi int) {
		for b := lo; b < hi; b++ {
			h := &d.homes[b]
			h.put(d.v, h.extra)
			for _, p := range d.dealers.Free {
				h.put(d.v, p.pile(b))
			}
		}
	})
	for _, p := range d.dealers.Free {
		d.r.buffers.Give(p.piles)
	}
	d.dealers.Free = nil
}

// put puts words into the gaps, which have room for them.
func (h *home[W]) put(v, words []W) {
	for len(words) > 0 {
		if h.gap == h.first*packet {
			h.gap = h.last * packet
		}
		end := h.hi
		if h.gap < h.first*packet {
			end = min(end, h.first*packet)
		}
		n := copy(v[h.gap:end], words)
		h.gap += n
		words = words[n:]
	}
}
