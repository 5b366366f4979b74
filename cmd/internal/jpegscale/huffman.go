package jpegscale

// lookBits is the length of codes that one look into a table decodes.
const lookBits = 9

// huffman is a table of codes (T.81, annex C).
type huffman struct {
	look   [1 << lookBits]uint16 // by the next bits: value<<8 | length, 0 for longer codes
	end    [17]int32             // by length: the first code that is larger than all of it, aligned to 16 bits
	offset [17]int32             // what to add to a code of this length to find its value
	values [256]byte
	ready  bool
}

// set makes the table of a DHT segment, and returns what follows in it.
func (h *huffman) set(p []byte) ([]byte, error) {
	if len(p) < 16 {
		return nil, errHeader
	}
	*h = huffman{}
	code, index := int32(0), int32(0)
	counts, p := p[:16], p[16:]
	for l := 1; l <= 16; l++ {
		n := int32(counts[l-1])
		if code+n > 1<<l || index+n > 256 || int(index+n) > len(p) {
			return nil, errHeader
		}
		h.offset[l] = index - code
		for range n {
			if l <= lookBits {
				entry := uint16(p[index])<<8 | uint16(l)
				for k := range 1 << (lookBits - l) {
					h.look[int(code)<<(lookBits-l)|k] = entry
				}
			}
			code, index = code+1, index+1
		}
		h.end[l] = code << (16 - l)
		code <<= 1
	}
	if index == 0 {
		return nil, errHeader
	}
	copy(h.values[:], p[:index])
	h.ready = true
	return p[index:], nil
}

// symbol reads a code, and leaves at least 16 bits for the value that may follow it.
func (b *bits) symbol(h *huffman) (byte, bool) {
	if b.n < 32 {
		b.fill()
	}
	if e := h.look[b.acc>>(b.n-lookBits)&(1<<lookBits-1)]; e != 0 {
		b.n -= uint(e & 255)
		return byte(e >> 8), true
	}
	next := int32(b.acc>>(b.n-16)) & 0xffff
	for l := lookBits + 1; l <= 16; l++ {
		if next < h.end[l] {
			b.n -= uint(l)
			return h.values[uint8(next>>(16-l)+h.offset[l])], true
		}
	}
	return 0, false
}
